import * as z from 'zod/mini'
import { contract, pageQuery, timestamp } from '#src/lib/contract.ts'

/** How one module of a course fares. */
export const moduleFigures = z.object({
	id: z.string(),
	title: z.string(),
	type: z.string(),
	/** Members who completed it. */
	completed: z.number(),
	/** Members who began the course, did not finish it, and have this as the first that they did not complete. */
	standHere: z.number(),
	/** Of these, those who did nothing in the course for 30 days. */
	quiet: z.number(),
})
export type ModuleFigures = z.output<typeof moduleFigures>

/** How one question of a quiz fares, by each member's first try. */
export const questionFigures = z.object({
	question: z.string(),
	/** Members whose first try has an answer to it. */
	answered: z.number(),
	right: z.number(),
	/** What was chosen most often among the wrong answers; null where none was. */
	commonestWrong: z.nullable(z.object({ option: z.string(), chosen: z.number() })),
})
export type QuestionFigures = z.output<typeof questionFigures>

export const quizFigures = z.object({
	moduleId: z.string(),
	title: z.string(),
	/** Members who tried it, as it is now. */
	members: z.number(),
	questions: z.array(questionFigures),
})
export type QuizFigures = z.output<typeof quizFigures>

/** What happened in a month of the calendar, in UTC: `2026-11`. */
export const monthFigures = z.object({ month: z.string(), enrolled: z.number(), finished: z.number() })
export type MonthFigures = z.output<typeof monthFigures>

export const figuresDetail = z.object({
	modules: z.array(moduleFigures),
	quizzes: z.array(quizFigures),
	/** The last twelve, oldest first. */
	months: z.array(monthFigures),
})
export type FiguresDetail = z.output<typeof figuresDetail>

export const courseFiguresRow = z.object({
	courseId: z.string(),
	title: z.string(),
	isPublished: z.boolean(),
	enrolled: z.number(),
	/** Completed a module of it, or was somewhere in one. */
	started: z.number(),
	/** Completed all of its modules. */
	finished: z.number(),
	/** From enrolling to the last module; null while nobody finished. */
	medianDays: z.nullable(z.number()),
	waitingJournals: z.number(),
	/** As of when it was counted; null while it was not yet. */
	countedAt: z.nullable(timestamp),
})
export type CourseFiguresRow = z.output<typeof courseFiguresRow>

export const courseFigures = z.extend(courseFiguresRow, figuresDetail.shape)
export type CourseFigures = z.output<typeof courseFigures>

/** All courses, first those with the most members. */
export const listFigures = contract({
	method: 'GET',
	path: '/api/admin/figures',
	access: 'admin',
	query: z.object({ ...pageQuery }),
	response: z.array(courseFiguresRow),
})

const id = z.object({ id: z.string() })
const notFound = [404, 'Course not found'] as const

export const getFigures = contract({
	method: 'GET',
	path: '/api/admin/figures/:id',
	access: 'admin',
	params: id,
	response: courseFigures,
	errors: { notFound },
})

const CSV = 'text/csv; charset=utf-8'

/** All courses, as a file to save from their screen. */
export const exportFigures = contract({
	method: 'GET',
	path: '/admin/figures/export.csv',
	access: 'admin',
	response: z.string(),
	produces: CSV,
})

/** The modules and questions of one course, as a file to save from its screen. */
export const exportCourseFigures = contract({
	method: 'GET',
	path: '/admin/figures/:id/export.csv',
	access: 'admin',
	params: id,
	response: z.string(),
	produces: CSV,
	errors: { notFound },
})
