import { eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { journalEntries, modulePlaces, moduleProgress, modules, quizAttempts } from '#db/schema/modules.ts'
import { shownTitles } from '#src/features/course-access/server/visibility.ts'
import { fromJson, ownData } from '#src/platform/own-data.ts'

const progress = ownData({
	name: 'progress',
	title: 'Progress',
	about: 'The modules you marked complete or incomplete.',
	table: moduleProgress,
	owner: moduleProgress.userId,
	cursor: moduleProgress.moduleId,
	read: (where, order, limit) =>
		db()
			.select({
				cursor: moduleProgress.moduleId,
				moduleId: moduleProgress.moduleId,
				course: shownTitles.ofCourse,
				module: shownTitles.ofModule,
				isCoursePublished: shownTitles.isCoursePublished,
				isCompleted: moduleProgress.isCompleted,
				updatedAt: moduleProgress.updatedAt,
			})
			.from(moduleProgress)
			.innerJoin(modules, eq(modules.id, moduleProgress.moduleId))
			.innerJoin(courses, eq(courses.id, modules.courseId))
			.where(where)
			.orderBy(order)
			.limit(limit),
})

const places = ownData({
	name: 'places',
	title: 'Where you stopped',
	about: 'Your place in modules: scroll position, video time, and quiz question with your answers so far.',
	table: modulePlaces,
	owner: modulePlaces.userId,
	cursor: modulePlaces.moduleId,
	async read(where, order, limit) {
		const rows = await db()
			.select({
				cursor: modulePlaces.moduleId,
				courseId: modulePlaces.courseId,
				moduleId: modulePlaces.moduleId,
				module: shownTitles.ofModule,
				isCoursePublished: shownTitles.isCoursePublished,
				scroll: modulePlaces.scroll,
				seconds: modulePlaces.seconds,
				question: modulePlaces.question,
				answers: modulePlaces.answers,
				updatedAt: modulePlaces.updatedAt,
			})
			.from(modulePlaces)
			.innerJoin(modules, eq(modules.id, modulePlaces.moduleId))
			.innerJoin(courses, eq(courses.id, modules.courseId))
			.where(where)
			.orderBy(order)
			.limit(limit)
		return rows.map((row) => ({ ...row, answers: fromJson(row.answers) }))
	},
})

const attempts = ownData({
	name: 'quizAttempts',
	title: 'Quiz results',
	about: 'Your quiz attempts: the answers you chose (the first option is 0), which were right, and the score.',
	table: quizAttempts,
	owner: quizAttempts.userId,
	cursor: quizAttempts.id,
	async read(where, order, limit) {
		const rows = await db()
			.select({
				cursor: quizAttempts.id,
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
			})
			.from(quizAttempts)
			.innerJoin(modules, eq(modules.id, quizAttempts.moduleId))
			.innerJoin(courses, eq(courses.id, modules.courseId))
			.where(where)
			.orderBy(order)
			.limit(limit)
		return rows.map((row) => ({ ...row, answers: fromJson(row.answers), results: fromJson(row.results) }))
	},
})

const journals = ownData({
	name: 'journalEntries',
	title: 'Journals',
	about: 'Your journal entries and their feedback.',
	table: journalEntries,
	owner: journalEntries.userId,
	cursor: journalEntries.moduleId,
	read: (where, order, limit) =>
		db()
			.select({
				cursor: journalEntries.moduleId,
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
			})
			.from(journalEntries)
			.innerJoin(modules, eq(modules.id, journalEntries.moduleId))
			.innerJoin(courses, eq(courses.id, journalEntries.courseId))
			.where(where)
			.orderBy(order)
			.limit(limit),
})

/** A member's activity in modules. */
export const moduleData = [progress, places, attempts, journals]
