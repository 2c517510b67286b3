import { eq } from 'drizzle-orm'
import {
	questionCategories,
	questionComments,
	questionFollows,
	questionMentions,
	questionReadMarks,
	questionReads,
	questions,
} from '#db/schema/questions.ts'
import { type MemberRows, memberRecords, ownData } from '#src/platform/member-data.ts'

const ownQuestions: MemberRows = {
	table: questions,
	owner: questions.authorId,
	joins: [[questionCategories, eq(questionCategories.id, questions.categoryId)]],
}
const ownComments: MemberRows = { table: questionComments, owner: questionComments.authorId }

const questionsData = ownData({
	...ownQuestions,
	name: 'questions',
	title: 'Questions',
	about: 'The questions you asked.',
	cursor: questions.seq,
	fields: {
		id: questions.id,
		category: questionCategories.name,
		title: questions.title,
		body: questions.body,
		isLocked: questions.isLocked,
		commentCount: questions.commentCount,
		createdAt: questions.createdAt,
		editedAt: questions.editedAt,
		deletedAt: questions.deletedAt,
		hiddenAt: questions.hiddenAt,
		hiddenReason: questions.hiddenReason,
	},
})

// Only the id of the question: another member's title is not the caller's data.
const commentsData = ownData({
	...ownComments,
	name: 'questionComments',
	title: 'Comments on questions',
	about: 'Your comments on questions. Each question is named by the end of its address.',
	cursor: questionComments.seq,
	fields: {
		id: questionComments.id,
		questionId: questionComments.questionId,
		body: questionComments.body,
		isHelpful: questionComments.isHelpful,
		createdAt: questionComments.createdAt,
		editedAt: questionComments.editedAt,
		hiddenAt: questionComments.hiddenAt,
		hiddenReason: questionComments.hiddenReason,
	},
})

const mentions = ownData({
	table: questionMentions,
	owner: questionMentions.userId,
	name: 'mentions',
	title: 'Mentions',
	about: 'Posts that mention you. The posts themselves belong to their authors and are not included.',
	cursor: questionMentions.postId,
	fields: { postId: questionMentions.postId, questionId: questionMentions.questionId },
})

const follows = ownData({
	table: questionFollows,
	owner: questionFollows.userId,
	name: 'follows',
	title: 'Questions you follow or muted',
	about: 'Your follow and mute settings.',
	cursor: questionFollows.questionId,
	fields: {
		questionId: questionFollows.questionId,
		state: questionFollows.state,
		lastMailedAt: questionFollows.lastMailedAt,
	},
})

const reads = ownData({
	table: questionReads,
	owner: questionReads.userId,
	name: 'reads',
	title: 'Questions you opened',
	about: 'How far you have read: the number of the newest comment you saw.',
	cursor: questionReads.questionId,
	fields: { questionId: questionReads.questionId, newestComment: questionReads.seenSeq },
})

const readMarks = ownData({
	table: questionReadMarks,
	owner: questionReadMarks.userId,
	name: 'readMark',
	title: 'Questions you marked as read',
	about: 'How far you marked all questions as read: the numbers of the newest comment and question.',
	cursor: questionReadMarks.userId,
	fields: { newestComment: questionReadMarks.commentSeq, newestQuestion: questionReadMarks.questionSeq },
})

/** A member's questions, comments, mentions, follows and read positions. */
export const questionData = [questionsData, commentsData, mentions, follows, reads, readMarks]

/** A member's questions. */
export const questionRecords = memberRecords({
	...ownQuestions,
	fields: {
		at: questions.createdAt,
		id: questions.id,
		title: questions.title,
		text: questions.body,
		category: questionCategories.name,
		commentCount: questions.commentCount,
		isLocked: questions.isLocked,
		hiddenAt: questions.hiddenAt,
	},
	toRecord: ({ id, category, commentCount, isLocked, hiddenAt, ...record }) => ({
		...record,
		facts: [
			category,
			`${commentCount} ${commentCount === 1 ? 'comment' : 'comments'}`,
			...(isLocked ? ['Locked'] : []),
			...(hiddenAt ? ['Hidden'] : []),
		],
		href: `/questions/${id}`,
	}),
})

/** A member's comments on questions. */
export const answerRecords = memberRecords({
	...ownComments,
	joins: [[questions, eq(questions.id, questionComments.questionId)]],
	fields: {
		at: questionComments.createdAt,
		id: questionComments.id,
		questionId: questions.id,
		title: questions.title,
		text: questionComments.body,
		isHelpful: questionComments.isHelpful,
		hiddenAt: questionComments.hiddenAt,
	},
	toRecord: ({ id, questionId, isHelpful, hiddenAt, ...record }) => ({
		...record,
		facts: [...(isHelpful ? ['Marked as helpful'] : []), ...(hiddenAt ? ['Hidden'] : [])],
		href: `/questions/${questionId}#comment-${id}`,
	}),
})
