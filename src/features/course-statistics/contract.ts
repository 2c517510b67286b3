import * as z from 'zod/mini'
import { contract, pageQuery, timestamp } from '#src/lib/api/contract.ts'

/** How one module of a course fares. */
export const moduleStatistics = z.object({
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
export type ModuleStatistics = z.output<typeof moduleStatistics>

/** How one question of a quiz fares, by each member's first try. */
export const questionStatistics = z.object({
	question: z.string(),
	/** Members whose first try has an answer to it. */
	answered: z.number(),
	right: z.number(),
	/** What was chosen most often among the wrong answers; null where none was. */
	commonestWrong: z.nullable(z.object({ option: z.string(), chosen: z.number() })),
})
export type QuestionStatistics = z.output<typeof questionStatistics>

export const quizStatistics = z.object({
	moduleId: z.string(),
	title: z.string(),
	/** Members who tried it, as it is now. */
	members: z.number(),
	questions: z.array(questionStatistics),
})
export type QuizStatistics = z.output<typeof quizStatistics>

/** What happened in a month of the calendar, in UTC: `2026-11`. */
export const monthStatistics = z.object({ month: z.string(), enrolled: z.number(), finished: z.number() })
export type MonthStatistics = z.output<typeof monthStatistics>

export const statisticsDetail = z.object({
	modules: z.array(moduleStatistics),
	quizzes: z.array(quizStatistics),
	/** The last twelve, oldest first. */
	months: z.array(monthStatistics),
})
export type StatisticsDetail = z.output<typeof statisticsDetail>

export const courseStatisticsRow = z.object({
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
export type CourseStatisticsRow = z.output<typeof courseStatisticsRow>

export const courseStatistics = z.extend(courseStatisticsRow, statisticsDetail.shape)
export type CourseStatistics = z.output<typeof courseStatistics>

/** All courses, first those with the most members. */
export const listStatistics = contract({
	method: 'GET',
	path: '/api/admin/figures',
	access: 'admin',
	query: z.object({ ...pageQuery }),
	response: z.array(courseStatisticsRow),
})

const id = z.object({ id: z.string() })
const notFound = [404, 'Course not found'] as const

export const getStatistics = contract({
	method: 'GET',
	path: '/api/admin/figures/:id',
	access: 'admin',
	params: id,
	response: courseStatistics,
	errors: { notFound },
})

const CSV = 'text/csv; charset=utf-8'

/** All courses, as a file to save from their screen. */
export const exportStatistics = contract({
	method: 'GET',
	path: '/admin/figures/export.csv',
	access: 'admin',
	response: z.string(),
	produces: CSV,
})

/** The modules and questions of one course, as a file to save from its screen. */
export const exportCourseStatistics = contract({
	method: 'GET',
	path: '/admin/figures/:id/export.csv',
	access: 'admin',
	params: id,
	response: z.string(),
	produces: CSV,
	errors: { notFound },
})
