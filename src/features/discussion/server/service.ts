import { and, asc, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { comments } from '#db/schema/discussion.ts'
import { modules } from '#db/schema/modules.ts'
import { write } from '#db/write.ts'
import { isOpenTo, isVisible, requireOpenModule } from '#src/features/course-access/server/visibility.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { newId } from '#src/lib/ids.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { openCursor, page } from '#src/platform/endpoint/paging.ts'
import { changedSince, isVersion, nextVersion } from '#src/platform/endpoint/version.ts'
import * as contracts from '../contract.ts'
import { courseCommentTexts } from './comment-links.ts'
import { commentStatement, requireComment, requireOpenComment, selectComments, toComment } from './comment-rows.ts'
import { deleteCourseComment, deleteOwnCourseComment, pinCourseComment } from './moderate.ts'
import { commentNotices, mentionStatements } from './notices.ts'

export const listComments: Service<typeof contracts.listComments> = async ({ params, query }, context) => {
	const ofModule = and(eq(comments.moduleId, params.id), isNull(comments.parentId))
	const after = openCursor(query.cursor, 'number', 'id')
	const [, rows, total] = await Promise.all([
		requireOpenModule(params.id, context.user),
		selectComments(context.user)
			.where(after ? and(ofModule, sql`(${comments.isPinned}, ${comments.id}) < (${after[0]}, ${after[1]})`) : ofModule)
			.orderBy(desc(comments.isPinned), desc(comments.id))
			.limit(query.limit + 1),
		db().$count(comments, ofModule),
	])
	return page(context, contracts.listComments, { params, query }, rows, {
		total,
		cursorOf: (row) => [row.isPinned ? 1 : 0, row.id],
	}).map((row) => toComment(row, context.user))
}

export const listReplies: Service<typeof contracts.listReplies> = async ({ params, query }, context) => {
	const ofParent = eq(comments.parentId, params.id)
	const [after] = openCursor(query.cursor, 'id') ?? []
	const [, rows, total] = await Promise.all([
		requireOpenComment(params.id, context.user),
		selectComments(context.user)
			.where(after === undefined ? ofParent : and(ofParent, gt(comments.id, after)))
			.orderBy(asc(comments.id))
			.limit(query.limit + 1),
		db().$count(comments, ofParent),
	])
	return page(context, contracts.listReplies, { params, query }, rows, {
		total,
		cursorOf: (row) => [row.id],
	}).map((row) => toComment(row, context.user))
}

export const getComment: Service<typeof contracts.getComment> = async ({ params }, { user }) =>
	toComment(await requireOpenComment(params.id, user), user)

export const createComment: Service<typeof contracts.createComment> = async ({ params, body }, { user }) => {
	const id = newId()
	const parentId = body.parentId ?? null
	const key = body.idempotencyKey ?? null
	const storedId = sql`coalesce((select id from ${comments}
		where user_id = ${user.id} and module_id = ${params.id} and send_key = ${key}), ${id})`
	const {
		comment: [saved],
	} = await write({
		// One statement, so a parent that was just deleted, or is itself a reply, gets no reply.
		inserted: db().run(sql`
			insert into ${comments} (id, module_id, user_id, parent_id, content, is_pinned, created_at, send_key)
			select ${id}, ${modules.id}, ${user.id}, ${parentId}, ${body.content}, 0, ${Date.now()}, ${key}
			from ${modules} join ${courses} on ${courses.id} = ${modules.courseId}
			where ${modules.id} = ${params.id} and ${isVisible(user)} and ${isOpenTo(user)} and (${parentId} is null or exists (
				select 1 from ${comments} as parent
				where parent.id = ${parentId} and parent.module_id = ${modules.id} and parent.parent_id is null))
			on conflict do nothing`),
		...mentionStatements(id, body.content),
		...commentNotices(id, user),
		comment: commentStatement(storedId, user),
		links: courseCommentTexts.links({ id, content: body.content }),
	})
	const { replyToReply, parentNotFound, sentBefore } = contracts.createComment.errors
	if (!saved) {
		await requireOpenModule(params.id, user)
		const [parent] = await db()
			.select({ parentId: comments.parentId })
			.from(comments)
			.where(and(eq(comments.id, parentId ?? ''), eq(comments.moduleId, params.id)))
		throw httpError(parent?.parentId ? replyToReply : parentNotFound)
	}
	if (saved.id !== id && (saved.content !== body.content || saved.parentId !== parentId)) throw httpError(sentBefore)
	return toComment(saved, user)
}

export const updateComment: Service<typeof contracts.updateComment> = async ({ params, body }, { user }) => {
	const { id } = params
	const before = await requireOpenComment(id, user)
	if (before.deletedAt) throw httpError(contracts.updateComment.errors.notFound)
	if (before.userId !== user.id) throw httpError(contracts.updateComment.errors.notAuthor)
	const isEditable = and(
		eq(comments.id, id),
		isVersion(comments.version, body.version),
		eq(comments.userId, user.id),
		isNull(comments.deletedAt),
	)
	const { change, comment } = await write({
		// First, because the version changes below.
		...mentionStatements(id, body.content, sql`exists (select 1 from ${comments} where ${isEditable})`),
		change: db()
			.update(comments)
			.set({ content: body.content, editedAt: new Date(), version: nextVersion(comments.version) })
			.where(isEditable),
		links: courseCommentTexts.links({ id, content: body.content }),
		comment: commentStatement(id, user),
	})
	const [saved] = comment
	if (!saved) throw httpError(contracts.updateComment.errors.notFound)
	if (change.rowsAffected > 0) return toComment(saved, user)
	throw (
		changedSince(contracts.updateComment, body.version, toComment(saved, user)) ??
		httpError(contracts.updateComment.errors.notFound)
	)
}

export const deleteComment: Service<typeof contracts.deleteComment> = async ({ params }, { user }) => {
	const { notFound, notYours } = contracts.deleteComment.errors
	const comment = await requireComment(params.id, user)
	const isAdmin = user.role === 'admin'
	if (comment.userId !== user.id && !isAdmin) throw httpError(notYours)
	if (await (isAdmin ? deleteCourseComment : deleteOwnCourseComment)(params.id, user)) return undefined
	throw httpError(notFound)
}

export const pinComment: Service<typeof contracts.pinComment> = async ({ params, body }, { user }) => {
	const comment = await requireComment(params.id, user)
	if (comment.deletedAt) throw httpError(contracts.pinComment.errors.notFound)
	if (comment.parentId !== null) throw httpError(contracts.pinComment.errors.isReply)
	await pinCourseComment(params.id, body.isPinned, user)
	return toComment({ ...comment, isPinned: body.isPinned }, user)
}
