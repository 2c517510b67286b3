import { asc, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { comments } from '#db/schema/discussion.ts'
import { modules } from '#db/schema/modules.ts'
import { postCounts, questionComments, questions } from '#db/schema/questions.ts'
import { users } from '#db/schema/users.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { discussionHref } from '#src/features/course-access/module-href.ts'
import { deleteCourseComment } from '#src/features/discussion/server/moderate.ts'
import { deleteQuestion, deleteQuestionComment, lockQuestion } from '#src/features/questions/server/moderate.ts'
import type { ResponseInput } from '#src/lib/api/contract.ts'
import { httpError } from '#src/lib/api/errors.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { openCursor, page } from '#src/platform/endpoint/paging.ts'
import type { PostKind, PostOrder } from '../contract.ts'
import * as contracts from '../contract.ts'

interface From {
	after?: string | undefined
	order?: PostOrder | undefined
	limit: number
}

const isBehind = (id: SQLiteColumn, { after, order }: From) =>
	after === undefined ? undefined : (order === 'asc' ? gt : lt)(id, after)
const ordered = (id: SQLiteColumn, { order }: From) => (order === 'asc' ? asc : desc)(id)

/** Source of posts of one kind. Ids sort by creation across all kinds, which allows a merge. */
interface Source {
	list(from: From): Promise<ResponseInput<typeof contracts.listPosts>>
	count(): Promise<number>
	remove(id: string, actor: CurrentUser): Promise<boolean>
	lock?(id: string, isLocked: boolean, actor: CurrentUser): Promise<boolean>
}

const author = { name: users.name, username: users.username }

export const questionPosts = (from: From) =>
	db()
		.select({
			id: questions.id,
			title: questions.title,
			body: questions.body,
			author,
			createdAt: questions.createdAt,
			isLocked: questions.isLocked,
		})
		.from(questions)
		.leftJoin(users, eq(users.id, questions.authorId))
		.where(isBehind(questions.id, from))
		.orderBy(ordered(questions.id, from))
		.limit(from.limit)

export const commentPosts = (from: From) =>
	db()
		.select({
			id: questionComments.id,
			title: questions.title,
			body: questionComments.body,
			author,
			createdAt: questionComments.createdAt,
			questionId: questions.id,
		})
		.from(questionComments)
		.innerJoin(questions, eq(questions.id, questionComments.questionId))
		.leftJoin(users, eq(users.id, questionComments.authorId))
		.where(isBehind(questionComments.id, from))
		.orderBy(ordered(questionComments.id, from))
		.limit(from.limit)

export const courseCommentPosts = (from: From) =>
	db()
		.select({
			id: comments.id,
			title: sql<string>`${courses.title} || ': ' || ${modules.title}`,
			body: comments.content,
			author,
			createdAt: comments.createdAt,
			moduleId: modules.id,
			courseId: courses.id,
			isPublished: courses.isPublished,
		})
		.from(comments)
		.innerJoin(modules, eq(modules.id, comments.moduleId))
		.innerJoin(courses, eq(courses.id, modules.courseId))
		.leftJoin(users, eq(users.id, comments.userId))
		.where(isBehind(comments.id, from))
		.orderBy(ordered(comments.id, from))
		.limit(from.limit)

const countOf = async (kind: PostKind) => {
	const [row] = await db().select({ total: postCounts.total }).from(postCounts).where(eq(postCounts.kind, kind))
	return row?.total ?? 0
}

/** Every kind of post. A new one is an entry here and a value of `postKind`. */
const sources: Record<PostKind, Source> = {
	question: {
		list: async (from) =>
			(await questionPosts(from)).map((row) => ({ ...row, kind: 'question', href: `/questions/${row.id}` })),
		count: () => countOf('question'),
		remove: deleteQuestion,
		lock: lockQuestion,
	},
	questionComment: {
		list: async (from) =>
			(await commentPosts(from)).map(({ questionId, ...row }) => ({
				...row,
				kind: 'questionComment',
				href: `/questions/${questionId}#comment-${row.id}`,
				isLocked: null,
			})),
		count: () => countOf('questionComment'),
		remove: deleteQuestionComment,
	},
	courseComment: {
		list: async (from) =>
			(await courseCommentPosts(from)).map(({ moduleId, courseId, isPublished, ...row }) => ({
				...row,
				kind: 'courseComment',
				href: discussionHref({ courseId, moduleId, isPublished }, row.id),
				isLocked: null,
			})),
		count: () => countOf('courseComment'),
		remove: deleteCourseComment,
	},
}

export const listPosts: Service<typeof contracts.listPosts> = async ({ query }, context) => {
	const chosen = query.kind ? [sources[query.kind]] : Object.values(sources)
	const { order, limit } = query
	const [after] = openCursor(query.cursor, 'id') ?? []
	const lists = await Promise.all(chosen.map((source) => source.list({ after, order, limit: limit + 1 })))
	const sign = order === 'asc' ? -1 : 1
	const all = lists.flat().sort((a, b) => (a.id < b.id ? sign : -sign))
	const counts = await Promise.all(chosen.map((source) => source.count()))
	const total = counts.reduce((whole, part) => whole + part, 0)
	return page(context, contracts.listPosts, { query }, all, { total, cursorOf: ({ id }) => [id] })
}

export const deletePost: Service<typeof contracts.deletePost> = async ({ params }, { user }) => {
	if (!(await sources[params.kind].remove(params.id, user))) throw httpError(contracts.deletePost.errors.notFound)
}

export const lockPost: Service<typeof contracts.lockPost> = async ({ params, body }, { user }) => {
	if (!(await sources[params.kind].lock?.(params.id, body.isLocked, user)))
		throw httpError(contracts.lockPost.errors.notFound)
}
