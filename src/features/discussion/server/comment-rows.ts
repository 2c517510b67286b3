import { and, eq, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { commentMentions, comments, discussionReads } from '#db/schema/discussion.ts'
import { modules } from '#db/schema/modules.ts'
import { users } from '#db/schema/users.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { hiddenFor } from '#src/features/comments/server/hidden.ts'
import { NOT_FOUND, NOT_OPEN } from '#src/features/course-access/errors.ts'
import { isOpenTo, isVisible } from '#src/features/course-access/server/visibility.ts'
import { httpError } from '#src/lib/api/errors.ts'

/** Returns the columns of a comment, as `viewer` sees it. Comments from before their first visit are not new. */
const columnsFor = ({ id }: CurrentUser) => {
	const seen = sql`(select r.seen_id from ${discussionReads} r where r.user_id = ${id} and r.module_id = ${comments.moduleId})`
	return {
		id: comments.id,
		userId: comments.userId,
		name: users.name,
		username: users.username,
		role: users.role,
		content: comments.content,
		createdAt: comments.createdAt,
		editedAt: comments.editedAt,
		deletedAt: comments.deletedAt,
		isPinned: comments.isPinned,
		isHelpful: comments.isHelpful,
		version: comments.version,
		hiddenAt: comments.hiddenAt,
		hiddenReason: comments.hiddenReason,
		parentId: comments.parentId,
		replyCount: sql<number>`(select count(*) from ${comments} as replies where replies.parent_id = ${comments}."id")`,
		newReplyCount: sql<number>`(select count(*) from ${comments} as replies
			where replies.parent_id = ${comments}."id" and replies.id > ${seen} and replies.user_id <> ${id}
			and replies.hidden_at is null)`,
		isNew:
			sql`coalesce(${comments.id} > ${seen}, 0) and ${comments.userId} <> ${id} and ${comments.hiddenAt} is null`.mapWith(
				Boolean,
			),
		mentions: sql`(select json_group_array(u.username) from ${commentMentions} m join ${users} u on u.id = m.user_id
			where m.comment_id = ${comments}."id")`.mapWith((names: string): string[] => JSON.parse(names)),
	}
}

export const selectComments = (viewer: CurrentUser) =>
	db().select(columnsFor(viewer)).from(comments).innerJoin(users, eq(users.id, comments.userId)).$dynamic()

/** Author of a hidden comment for other readers: the specification does not allow null. */
const HIDDEN_AUTHOR = { name: '', username: '' }

type Row = Awaited<ReturnType<typeof selectComments>>[number]

export function toComment(
	{ name, username, role, editedAt, deletedAt, hiddenAt, hiddenReason, ...row }: Row,
	viewer: CurrentUser,
) {
	const { hidden, isReadable } = hiddenFor({ hiddenAt, hiddenReason }, viewer, row.userId === viewer.id)
	return {
		...row,
		user: { name, username },
		...(!isReadable && { content: '', userId: '', user: HIDDEN_AUTHOR, mentions: [] }),
		hidden,
		isInstructor: isReadable && role === 'admin',
		isEdited: editedAt !== null,
		isDeleted: deletedAt !== null,
	}
}

/** Selects a comment if `user` may see its module. */
export const commentStatement = (id: string | SQL, user: CurrentUser) =>
	db()
		.select({ ...columnsFor(user), moduleId: comments.moduleId, isOpen: isOpenTo(user) })
		.from(comments)
		.innerJoin(users, eq(users.id, comments.userId))
		.innerJoin(modules, eq(modules.id, comments.moduleId))
		.innerJoin(courses, eq(courses.id, modules.courseId))
		.where(and(sql`${comments.id} = ${id}`, isVisible(user)))

/** Returns the comment if `user` may see its module. @throws {ApiError} 404 */
export async function requireComment(id: string, user: CurrentUser) {
	const [comment] = await commentStatement(id, user)
	if (!comment) throw httpError(NOT_FOUND.comment)
	return comment
}

/** Returns the comment if `user` may read it. @throws {ApiError} 404, or 403 while the module is locked. */
export async function requireOpenComment(id: string, user: CurrentUser) {
	const comment = await requireComment(id, user)
	if (!comment.isOpen) throw httpError(NOT_OPEN)
	return comment
}
