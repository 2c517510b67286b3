import { eq } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { courses } from '#db/schema/courses.ts'
import { journalEntries, modulePlaces, moduleProgress, modules, quizAttempts } from '#db/schema/modules.ts'
import { shownTitles } from '#src/features/course-access/server/visibility.ts'
import { fromJson, type MemberRows, memberRecords, ownData } from '#src/platform/member-data.ts'

/** Returns a table's rows with their modules and courses. */
const withTitles = (
	table: SQLiteTable & Record<'userId' | 'moduleId', SQLiteColumn>,
	courseId: SQLiteColumn = modules.courseId,
): MemberRows => ({
	table,
	owner: table.userId,
	joins: [
		[modules, eq(modules.id, table.moduleId)],
		[courses, eq(courses.id, courseId)],
	],
})
const attemptRows = withTitles(quizAttempts)
const entryRows = withTitles(journalEntries, journalEntries.courseId)

const progress = ownData({
	...withTitles(moduleProgress),
	name: 'progress',
	title: 'Progress',
	about: 'The modules you marked complete or incomplete, and those taken over from elsewhere.',
	cursor: moduleProgress.moduleId,
	fields: {
		moduleId: moduleProgress.moduleId,
		course: shownTitles.ofCourse,
		module: shownTitles.ofModule,
		isCoursePublished: shownTitles.isCoursePublished,
		isCompleted: moduleProgress.isCompleted,
		isTakenOver: moduleProgress.isTakenOver,
		updatedAt: moduleProgress.updatedAt,
	},
})

const places = ownData({
	...withTitles(modulePlaces),
	name: 'places',
	title: 'Where you stopped',
	about: 'Your place in modules: scroll position, video time, and quiz question with your answers so far.',
	cursor: modulePlaces.moduleId,
	fields: {
		courseId: modulePlaces.courseId,
		moduleId: modulePlaces.moduleId,
		module: shownTitles.ofModule,
		isCoursePublished: shownTitles.isCoursePublished,
		scroll: modulePlaces.scroll,
		seconds: modulePlaces.seconds,
		question: modulePlaces.question,
		answers: modulePlaces.answers,
		updatedAt: modulePlaces.updatedAt,
	},
	toRow: (row) => ({ ...row, answers: fromJson(row.answers) }),
})

const attempts = ownData({
	...attemptRows,
	name: 'quizAttempts',
	title: 'Quiz results',
	about: 'Your quiz attempts: the answers you chose (the first option is 0), which were right, and the score.',
	cursor: quizAttempts.id,
	fields: {
		id: quizAttempts.id,
		moduleId: quizAttempts.moduleId,
		course: shownTitles.ofCourse,
		module: shownTitles.ofModule,
		isCoursePublished: shownTitles.isCoursePublished,
		answers: quizAttempts.answers,
		results: quizAttempts.results,
		score: quizAttempts.score,
		passingScore: quizAttempts.passingScore,
		passed: quizAttempts.passed,
		createdAt: quizAttempts.createdAt,
	},
	toRow: (row) => ({ ...row, answers: fromJson(row.answers), results: fromJson(row.results) }),
})

const journals = ownData({
	...entryRows,
	name: 'journalEntries',
	title: 'Journals',
	about: 'Your journal entries and their feedback.',
	cursor: journalEntries.moduleId,
	fields: {
		id: journalEntries.id,
		courseId: journalEntries.courseId,
		moduleId: journalEntries.moduleId,
		course: shownTitles.ofCourse,
		module: shownTitles.ofModule,
		isCoursePublished: shownTitles.isCoursePublished,
		content: journalEntries.content,
		instructorFeedback: journalEntries.instructorFeedback,
		isWaiting: journalEntries.isWaiting,
		createdAt: journalEntries.createdAt,
		updatedAt: journalEntries.updatedAt,
		feedbackAt: journalEntries.feedbackAt,
	},
})

/** A member's activity in modules. */
export const moduleData = [progress, places, attempts, journals]

const place = { module: modules.title, course: courses.title, courseId: courses.id }

/** A member's quiz attempts. */
export const quizRecords = memberRecords({
	...attemptRows,
	fields: {
		...place,
		at: quizAttempts.createdAt,
		score: quizAttempts.score,
		passingScore: quizAttempts.passingScore,
		passed: quizAttempts.passed,
	},
	toRecord: (row) => ({
		...{ at: row.at, text: null },
		title: `${row.course}: ${row.module}`,
		facts: [`${row.score} %`, row.passed ? 'Passed' : `Not passed: ${row.passingScore}% needed`],
		href: `/admin/courses/${row.courseId}/modules`,
	}),
})

/** A member's journals. Admins may read them, as the entry form states. */
export const journalRecords = memberRecords({
	...entryRows,
	fields: {
		...place,
		at: journalEntries.updatedAt,
		text: journalEntries.content,
		feedbackAt: journalEntries.feedbackAt,
		isWaiting: journalEntries.isWaiting,
	},
	toRecord: (row) => ({
		...{ at: row.at, text: row.text },
		title: `${row.course}: ${row.module}`,
		facts: row.isWaiting ? ['Waiting for feedback'] : row.feedbackAt ? ['Feedback given'] : [],
		href: `/admin/courses/${row.courseId}/journal`,
	}),
})
