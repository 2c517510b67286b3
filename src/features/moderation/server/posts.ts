import { and, asc, desc, eq, gt, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { comments } from '#db/schema/discussion.ts'
import { modules } from '#db/schema/modules.ts'
import { postCounts, questionComments, questions } from '#db/schema/questions.ts'
import { users } from '#db/schema/users.ts'
import type { Post as AuditedPost } from '#src/features/audit/server/post-entry.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import type { PostKind } from '#src/features/comments/post-contract.ts'
import type { Hidable } from '#src/features/comments/server/hidden.ts'
import { discussionHref } from '#src/features/course-access/module-href.ts'
import { commentStatement } from '#src/features/discussion/server/comment-rows.ts'
import { courseComment, deleteCourseComment, hidableCourseComment } from '#src/features/discussion/server/moderate.ts'
import type { Cause } from '#src/features/notifications/server/notify.ts'
import {
	deleteQuestion,
	deleteQuestionComment,
	hidableComment,
	hidableQuestion,
	lockQuestion,
	question,
	questionComment,
} from '#src/features/questions/server/moderate.ts'
import type { ResponseInput } from '#src/lib/api/contract.ts'
import type { listPosts, PostOrder } from '../contract.ts'

interface PostListOptions {
	after?: string | undefined
	order?: PostOrder | undefined
	limit: number
	/** Limits the result to these posts. */
	ids?: readonly string[] | undefined
	isHidden?: boolean | undefined
}

const matches = (id: SQLiteColumn, hiddenAt: SQLiteColumn, { after, order, ids, isHidden }: PostListOptions) =>
	and(
		after === undefined ? undefined : (order === 'asc' ? gt : lt)(id, after),
		ids && inArray(id, [...ids]),
		isHidden ? isNotNull(hiddenAt) : undefined,
	)
const orderById = (id: SQLiteColumn, { order }: PostListOptions) => (order === 'asc' ? asc : desc)(id)

type Posts = ResponseInput<typeof listPosts>

/** Source of posts of one kind. Ids sort by creation across all kinds, which allows a merge. */
interface Source {
	list(options: PostListOptions): Promise<Posts>
	count(isHidden: boolean): Promise<number>
	remove(id: string, actor: CurrentUser): Promise<boolean>
	lock?(id: string, isLocked: boolean, actor: CurrentUser): Promise<boolean>
	hidable: Hidable
	/** Returns the post's data for an audit entry. */
	entry(id: string): AuditedPost
	/** Returns the subject of the notification to the author; undefined if there is no such post. */
	cause(id: string): Promise<Pick<Cause, 'subjectId' | 'groupId' | 'seq'> | undefined>
	/** Checks whether a member may read the post; absent if all members may. */
	isOpenTo?(id: string, user: CurrentUser): Promise<boolean>
}

const author = { name: users.name, username: users.username }

export const questionPosts = (options: PostListOptions) =>
	db()
		.select({
			id: questions.id,
			title: questions.title,
			body: questions.body,
			author,
			createdAt: questions.createdAt,
			isLocked: questions.isLocked,
			hiddenAt: questions.hiddenAt,
			hiddenReason: questions.hiddenReason,
		})
		.from(questions)
		.leftJoin(users, eq(users.id, questions.authorId))
		.where(matches(questions.id, questions.hiddenAt, options))
		.orderBy(orderById(questions.id, options))
		.limit(options.limit)

export const commentPosts = (options: PostListOptions) =>
	db()
		.select({
			id: questionComments.id,
			title: questions.title,
			body: questionComments.body,
			author,
			createdAt: questionComments.createdAt,
			hiddenAt: questionComments.hiddenAt,
			hiddenReason: questionComments.hiddenReason,
			questionId: questions.id,
		})
		.from(questionComments)
		.innerJoin(questions, eq(questions.id, questionComments.questionId))
		.leftJoin(users, eq(users.id, questionComments.authorId))
		.where(matches(questionComments.id, questionComments.hiddenAt, options))
		.orderBy(orderById(questionComments.id, options))
		.limit(options.limit)

export const courseCommentPosts = (options: PostListOptions) =>
	db()
		.select({
			id: comments.id,
			title: sql<string>`${courses.title} || ': ' || ${modules.title}`,
			body: comments.content,
			author,
			createdAt: comments.createdAt,
			hiddenAt: comments.hiddenAt,
			hiddenReason: comments.hiddenReason,
			moduleId: modules.id,
			courseId: courses.id,
			isPublished: courses.isPublished,
		})
		.from(comments)
		.innerJoin(modules, eq(modules.id, comments.moduleId))
		.innerJoin(courses, eq(courses.id, modules.courseId))
		.leftJoin(users, eq(users.id, comments.userId))
		.where(matches(comments.id, comments.hiddenAt, options))
		.orderBy(orderById(comments.id, options))
		.limit(options.limit)

const countOf =
	(kind: PostKind, table: typeof questions | typeof questionComments | typeof comments) =>
	async (isHidden: boolean): Promise<number> => {
		if (isHidden) return db().$count(table, isNotNull(table.hiddenAt))
		const [row] = await db().select({ total: postCounts.total }).from(postCounts).where(eq(postCounts.kind, kind))
		return row?.total ?? 0
	}

const hiddenOf = ({ hiddenAt, hiddenReason }: { hiddenAt: Date | null; hiddenReason: string | null }) =>
	hiddenAt === null ? null : { reason: hiddenReason }

/** All kinds of posts. A new kind needs an entry here and a value of `postKind`. */
export const sources: Record<PostKind, Source> = {
	question: {
		list: async (options) =>
			(await questionPosts(options)).map((row) => ({
				...{ ...row, kind: 'question', href: `/questions/${row.id}` },
				hidden: hiddenOf(row),
			})),
		count: countOf('question', questions),
		remove: deleteQuestion,
		lock: lockQuestion,
		hidable: hidableQuestion,
		entry: question,
		cause: async (id) => ({ subjectId: id }),
	},
	questionComment: {
		list: async (options) =>
			(await commentPosts(options)).map(({ questionId, ...row }) => ({
				...{ ...row, kind: 'questionComment', href: `/questions/${questionId}#comment-${row.id}` },
				isLocked: null,
				hidden: hiddenOf(row),
			})),
		count: countOf('questionComment', questionComments),
		remove: deleteQuestionComment,
		hidable: hidableComment,
		entry: questionComment,
		async cause(id) {
			const { questionId: subjectId, seq } = questionComments
			const [row] = await db().select({ subjectId, seq }).from(questionComments).where(eq(questionComments.id, id))
			return row && { ...row, groupId: id }
		},
	},
	courseComment: {
		list: async (options) =>
			(await courseCommentPosts(options)).map(({ moduleId, courseId, isPublished, ...row }) => ({
				...{ ...row, kind: 'courseComment', href: discussionHref({ courseId, moduleId, isPublished }, row.id) },
				isLocked: null,
				hidden: hiddenOf(row),
			})),
		count: countOf('courseComment', comments),
		remove: deleteCourseComment,
		hidable: hidableCourseComment,
		entry: courseComment,
		cause: async (id) => ({ subjectId: id }),
		isOpenTo: async (id, user) => Boolean((await commentStatement(id, user))[0]?.isOpen),
	},
}
