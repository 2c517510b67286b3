import { and, asc, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { comments } from '#db/schema/discussion.ts'
import { modules } from '#db/schema/modules.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { NOT_FOUND, NOT_OPEN } from '#src/features/course-access/errors.ts'
import { isOpenTo, isVisible, requireOpenModule } from '#src/features/course-access/server/visibility.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { newId } from '#src/lib/ids.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { openCursor, page } from '#src/platform/endpoint/paging.ts'
import * as contracts from '../contract.ts'
import { courseCommentTexts } from './comment-links.ts'
import { deleteCourseComment, pinCourseComment } from './moderate.ts'

const columns = {
	id: comments.id,
	userId: comments.userId,
	name: users.name,
	username: users.username,
	role: users.role,
	content: comments.content,
	createdAt: comments.createdAt,
	isPinned: comments.isPinned,
	parentId: comments.parentId,
	replyCount: sql<number>`(select count(*) from ${comments} as replies where replies.parent_id = ${comments}."id")`,
}

function selectComments() {
	return db().select(columns).from(comments).innerJoin(users, eq(users.id, comments.userId)).$dynamic()
}

type Row = Awaited<ReturnType<typeof selectComments>>[number]

const toComment = ({ name, username, role, ...row }: Row) => ({
	...row,
	user: { name, username },
	isInstructor: role === 'admin',
})

/** Selects a comment if `user` may see its module. */
const commentStatement = (id: string, user: CurrentUser) =>
	db()
		.select({ ...columns, moduleId: comments.moduleId, isOpen: isOpenTo(user) })
		.from(comments)
		.innerJoin(users, eq(users.id, comments.userId))
		.innerJoin(modules, eq(modules.id, comments.moduleId))
		.innerJoin(courses, eq(courses.id, modules.courseId))
		.where(and(eq(comments.id, id), isVisible(user)))

/** Returns the comment if `user` may see its module. @throws {ApiError} 404 */
async function requireComment(id: string, user: CurrentUser) {
	const [comment] = await commentStatement(id, user)
	if (!comment) throw httpError(NOT_FOUND.comment)
	return comment
}

/** Requires a comment that the user may also read. @throws {ApiError} 404, or 403 while the module is locked. */
async function requireOpenComment(id: string, user: CurrentUser): Promise<void> {
	if (!(await requireComment(id, user)).isOpen) throw httpError(NOT_OPEN)
}

export const listComments: Service<typeof contracts.listComments> = async ({ params, query }, context) => {
	const ofModule = and(eq(comments.moduleId, params.id), isNull(comments.parentId))
	const after = openCursor(query.cursor, 'number', 'id')
	const [, rows, total] = await Promise.all([
		requireOpenModule(params.id, context.user),
		selectComments()
			.where(after ? and(ofModule, sql`(${comments.isPinned}, ${comments.id}) < (${after[0]}, ${after[1]})`) : ofModule)
			.orderBy(desc(comments.isPinned), desc(comments.id))
			.limit(query.limit + 1),
		db().$count(comments, ofModule),
	])
	return page(context, contracts.listComments, { params, query }, rows, {
		total,
		cursorOf: (row) => [row.isPinned ? 1 : 0, row.id],
	}).map(toComment)
}

export const listReplies: Service<typeof contracts.listReplies> = async ({ params, query }, context) => {
	const ofParent = eq(comments.parentId, params.id)
	const [after] = openCursor(query.cursor, 'id') ?? []
	const [, rows, total] = await Promise.all([
		requireOpenComment(params.id, context.user),
		selectComments()
			.where(after === undefined ? ofParent : and(ofParent, gt(comments.id, after)))
			.orderBy(asc(comments.id))
			.limit(query.limit + 1),
		db().$count(comments, ofParent),
	])
	return page(context, contracts.listReplies, { params, query }, rows, {
		total,
		cursorOf: (row) => [row.id],
	}).map(toComment)
}

export const createComment: Service<typeof contracts.createComment> = async ({ params, body }, { user }) => {
	const id = newId()
	const parentId = body.parentId ?? null
	const {
		comment: [written],
	} = await write({
		// One statement, so a parent that was just deleted, or is itself a reply, gets no reply.
		inserted: db().run(sql`
			insert into ${comments} (id, module_id, user_id, parent_id, content, is_pinned, created_at)
			select ${id}, ${modules.id}, ${user.id}, ${parentId}, ${body.content}, 0, ${Date.now()}
			from ${modules} join ${courses} on ${courses.id} = ${modules.courseId}
			where ${modules.id} = ${params.id} and ${isVisible(user)} and ${isOpenTo(user)} and (${parentId} is null or exists (
				select 1 from ${comments} as parent
				where parent.id = ${parentId} and parent.module_id = ${modules.id} and parent.parent_id is null))`),
		comment: commentStatement(id, user),
		links: courseCommentTexts.links({ id, content: body.content }),
	})
	if (!written) {
		await requireOpenModule(params.id, user)
		const [parent] = await db()
			.select({ parentId: comments.parentId })
			.from(comments)
			.where(and(eq(comments.id, parentId ?? ''), eq(comments.moduleId, params.id)))
		throw httpError(
			parent?.parentId ? contracts.createComment.errors.replyToReply : contracts.createComment.errors.parentNotFound,
		)
	}
	return toComment(written)
}

export const deleteComment: Service<typeof contracts.deleteComment> = async ({ params }, { user }) => {
	const comment = await requireComment(params.id, user)
	if (comment.userId !== user.id && user.role !== 'admin') throw httpError(contracts.deleteComment.errors.notYours)
	await deleteCourseComment(params.id, user)
	return undefined
}

export const pinComment: Service<typeof contracts.pinComment> = async ({ params, body }, { user }) => {
	const comment = await requireComment(params.id, user)
	if (comment.parentId !== null) throw httpError(contracts.pinComment.errors.isReply)
	await pinCourseComment(params.id, body.isPinned, user)
	return toComment({ ...comment, isPinned: body.isPinned })
}
