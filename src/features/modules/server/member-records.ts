import { eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { journalEntries, modules, quizAttempts } from '#db/schema/modules.ts'
import { memberRecords, rowNumber } from '#src/platform/member-records.ts'

/** A member's quiz attempts. */
export const quizRecords = memberRecords({
	table: quizAttempts,
	owner: quizAttempts.userId,
	async read(where, order, limit) {
		const rows = await db()
			.select({
				row: rowNumber(quizAttempts),
				at: quizAttempts.createdAt,
				module: modules.title,
				course: courses.title,
				courseId: courses.id,
				score: quizAttempts.score,
				passingScore: quizAttempts.passingScore,
				passed: quizAttempts.passed,
			})
			.from(quizAttempts)
			.innerJoin(modules, eq(modules.id, quizAttempts.moduleId))
			.innerJoin(courses, eq(courses.id, modules.courseId))
			.where(where)
			.orderBy(order)
			.limit(limit)
		return rows.map((each) => ({
			...{ row: each.row, at: each.at, text: null },
			title: `${each.course}: ${each.module}`,
			facts: [`${each.score} %`, each.passed ? 'Passed' : `Not passed: ${each.passingScore}% needed`],
			href: `/admin/courses/${each.courseId}/modules`,
		}))
	},
})

/** A member's journals. Admins may read them, which members are told when they write. */
export const journalRecords = memberRecords({
	table: journalEntries,
	owner: journalEntries.userId,
	async read(where, order, limit) {
		const rows = await db()
			.select({
				row: rowNumber(journalEntries),
				at: journalEntries.updatedAt,
				module: modules.title,
				course: courses.title,
				courseId: courses.id,
				text: journalEntries.content,
				feedbackAt: journalEntries.feedbackAt,
				isWaiting: journalEntries.isWaiting,
			})
			.from(journalEntries)
			.innerJoin(modules, eq(modules.id, journalEntries.moduleId))
			.innerJoin(courses, eq(courses.id, journalEntries.courseId))
			.where(where)
			.orderBy(order)
			.limit(limit)
		return rows.map((each) => ({
			...{ row: each.row, at: each.at, text: each.text },
			title: `${each.course}: ${each.module}`,
			facts: each.isWaiting ? ['Waits for feedback'] : each.feedbackAt ? ['Feedback given'] : [],
			href: `/admin/courses/${each.courseId}/journal`,
		}))
	},
})
