import { eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { questionCategories, questionComments, questions } from '#db/schema/questions.ts'
import { memberRecords } from '#src/platform/member-records.ts'

/** A member's questions. */
export const questionRecords = memberRecords({
	table: questions,
	owner: questions.authorId,
	async read(where, order, limit) {
		const rows = await db()
			.select({
				row: questions.seq,
				at: questions.createdAt,
				id: questions.id,
				title: questions.title,
				text: questions.body,
				category: questionCategories.name,
				commentCount: questions.commentCount,
				isLocked: questions.isLocked,
			})
			.from(questions)
			.innerJoin(questionCategories, eq(questionCategories.id, questions.categoryId))
			.where(where)
			.orderBy(order)
			.limit(limit)
		return rows.map(({ id, category, commentCount, isLocked, ...each }) => ({
			...each,
			facts: [
				category,
				`${commentCount} ${commentCount === 1 ? 'comment' : 'comments'}`,
				...(isLocked ? ['Locked'] : []),
			],
			href: `/questions/${id}`,
		}))
	},
})

/** A member's comments on questions. */
export const answerRecords = memberRecords({
	table: questionComments,
	owner: questionComments.authorId,
	async read(where, order, limit) {
		const rows = await db()
			.select({
				row: questionComments.seq,
				at: questionComments.createdAt,
				id: questionComments.id,
				questionId: questions.id,
				title: questions.title,
				text: questionComments.body,
				isHelpful: questionComments.isHelpful,
			})
			.from(questionComments)
			.innerJoin(questions, eq(questions.id, questionComments.questionId))
			.where(where)
			.orderBy(order)
			.limit(limit)
		return rows.map(({ id, questionId, isHelpful, ...each }) => ({
			...each,
			facts: isHelpful ? ['Marked as helpful'] : [],
			href: `/questions/${questionId}#comment-${id}`,
		}))
	},
})
