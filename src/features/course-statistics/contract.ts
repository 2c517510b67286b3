import * as z from 'zod/mini'
import { contract, pageQuery, timestamp } from '#src/lib/api/contract.ts'

export const moduleStatistics = z.object({
	id: z.string(),
	title: z.string(),
	type: z.string(),
	completed: z.number(),
	/** Members who started but did not finish the course, and whose first incomplete module is this one. */
	standHere: z.number(),
	/** Members among `standHere` with no activity in the course for 30 days. */
	quiet: z.number(),
})
export type ModuleStatistics = z.output<typeof moduleStatistics>

/** Statistics of one quiz question, from each member's first attempt. */
export const questionStatistics = z.object({
	question: z.string(),
	/** Members who answered the question in their first attempt. */
	answered: z.number(),
	right: z.number(),
	/** The most frequent wrong answer; null if there is none. */
	commonestWrong: z.nullable(z.object({ option: z.string(), chosen: z.number() })),
})
export type QuestionStatistics = z.output<typeof questionStatistics>

export const quizStatistics = z.object({
	moduleId: z.string(),
	title: z.string(),
	/** Members whose first attempt has as many questions as the current version. */
	members: z.number(),
	questions: z.array(questionStatistics),
})
export type QuizStatistics = z.output<typeof quizStatistics>

/** Counts for one calendar month, in UTC: `2026-11`. */
export const monthStatistics = z.object({ month: z.string(), enrolled: z.number(), finished: z.number() })
export type MonthStatistics = z.output<typeof monthStatistics>

export const statisticsDetail = z.object({
	modules: z.array(moduleStatistics),
	quizzes: z.array(quizStatistics),
	/** The last twelve months, oldest first. */
	months: z.array(monthStatistics),
})
export type StatisticsDetail = z.output<typeof statisticsDetail>

export const courseStatisticsRow = z.object({
	courseId: z.string(),
	title: z.string(),
	isPublished: z.boolean(),
	enrolled: z.number(),
	/** Members who completed a module or have a saved place. */
	started: z.number(),
	finished: z.number(),
	/** Median days from enrollment to the last module; null until a member finishes. */
	medianDays: z.nullable(z.number()),
	waitingJournals: z.number(),
	/** Time of the count; null before the first count. */
	countedAt: z.nullable(timestamp),
})
export type CourseStatisticsRow = z.output<typeof courseStatisticsRow>

export const courseStatistics = z.extend(courseStatisticsRow, statisticsDetail.shape)
export type CourseStatistics = z.output<typeof courseStatistics>

/** All counted courses, most members first. */
export const listStatistics = contract('GET /api/admin/figures', {
	access: 'admin',
	query: z.object({ ...pageQuery }),
	response: z.array(courseStatisticsRow),
})

const notFound = [404, 'Course not found'] as const

export const getStatistics = contract('GET /api/admin/figures/:id', {
	access: 'admin',
	response: courseStatistics,
	errors: { notFound },
})

const CSV = 'text/csv; charset=utf-8'

export const exportStatistics = contract('GET /admin/figures/export.csv', {
	access: 'admin',
	response: z.string(),
	produces: CSV,
})

export const exportCourseStatistics = contract('GET /admin/figures/:id/export.csv', {
	access: 'admin',
	response: z.string(),
	produces: CSV,
	errors: { notFound },
})
