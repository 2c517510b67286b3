import { eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import {
	questionCategories,
	questionComments,
	questionFollows,
	questionMentions,
	questionReads,
	questions,
} from '#db/schema/questions.ts'
import { ownData } from '#src/platform/own-data.ts'

const asked = ownData({
	name: 'questions',
	title: 'Questions',
	about: 'The questions you asked.',
	table: questions,
	owner: questions.authorId,
	cursor: questions.seq,
	read: (where, order, limit) =>
		db()
			.select({
				cursor: questions.seq,
				id: questions.id,
				category: questionCategories.name,
				title: questions.title,
				body: questions.body,
				isLocked: questions.isLocked,
				commentCount: questions.commentCount,
				createdAt: questions.createdAt,
				editedAt: questions.editedAt,
			})
			.from(questions)
			.innerJoin(questionCategories, eq(questionCategories.id, questions.categoryId))
			.where(where)
			.orderBy(order)
			.limit(limit),
})

// Only the id of the question: another member's title is not the caller's data.
const answers = ownData({
	name: 'questionComments',
	title: 'Comments on questions',
	about: 'Your comments on questions. Each question is named by the end of its address.',
	table: questionComments,
	owner: questionComments.authorId,
	cursor: questionComments.seq,
	read: (where, order, limit) =>
		db()
			.select({
				cursor: questionComments.seq,
				id: questionComments.id,
				questionId: questionComments.questionId,
				body: questionComments.body,
				isHelpful: questionComments.isHelpful,
				createdAt: questionComments.createdAt,
				editedAt: questionComments.editedAt,
			})
			.from(questionComments)
			.where(where)
			.orderBy(order)
			.limit(limit),
})

const mentions = ownData({
	name: 'mentions',
	title: 'Mentions',
	about: 'Posts that mention you. The posts themselves belong to their authors and are not included.',
	table: questionMentions,
	owner: questionMentions.userId,
	cursor: questionMentions.postId,
	read: (where, order, limit) =>
		db()
			.select({
				cursor: questionMentions.postId,
				postId: questionMentions.postId,
				questionId: questionMentions.questionId,
			})
			.from(questionMentions)
			.where(where)
			.orderBy(order)
			.limit(limit),
})

const follows = ownData({
	name: 'follows',
	title: 'Questions you follow or muted',
	about: 'Your follow and mute settings.',
	table: questionFollows,
	owner: questionFollows.userId,
	cursor: questionFollows.questionId,
	read: (where, order, limit) =>
		db()
			.select({
				cursor: questionFollows.questionId,
				questionId: questionFollows.questionId,
				state: questionFollows.state,
				lastMailedAt: questionFollows.lastMailedAt,
			})
			.from(questionFollows)
			.where(where)
			.orderBy(order)
			.limit(limit),
})

const reads = ownData({
	name: 'reads',
	title: 'Questions you opened',
	about: 'How far you have read: the number of the newest comment you saw.',
	table: questionReads,
	owner: questionReads.userId,
	cursor: questionReads.questionId,
	read: (where, order, limit) =>
		db()
			.select({
				cursor: questionReads.questionId,
				questionId: questionReads.questionId,
				newestComment: questionReads.seenSeq,
			})
			.from(questionReads)
			.where(where)
			.orderBy(order)
			.limit(limit),
})

/** A member's questions, comments, mentions, follows and read positions. */
export const questionData = [asked, answers, mentions, follows, reads]
