import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { commentMentions, comments } from '#db/schema/discussion.ts'
import { modules } from '#db/schema/modules.ts'
import { write } from '#db/write.ts'
import { type Actor, day, nameOfPost, type Post, recordPost } from '#src/features/audit/server/post-entry.ts'
import { DELETED } from '#src/features/comments/contract.ts'
import { hidable } from '#src/features/comments/server/hidden.ts'
import { moveToTrash } from '#src/platform/trash.ts'
import { actions } from './audit-actions.ts'
import { courseCommentTexts } from './comment-links.ts'

export const hidableCourseComment = hidable(comments, 'user_id')

// Changes to comments with their audit entries, shared by the course page and the moderation list.

export const courseComment = (id: string): Post => ({
	rows: sql`comments as post where post.id = ${id}`,
	name: nameOfPost('Comment', sql`post.user_id`),
	detail: sql`json_object('written', ${day(sql`post.created_at`)}, 'course', (select c.title from ${courses} c
		join ${modules} m on m.course_id = c.id where m.id = post.module_id),
		'replies', (select count(*) from ${comments} as reply where reply.parent_id = post.id))`,
})

/** Number of characters of a comment that serve as its name in the trash. */
const NAME_LENGTH = 100

/**
 * Deletes a comment of a course discussion with its replies. Leaves no audit entry if the actor wrote all of them.
 * @returns whether the comment existed.
 */
export async function deleteCourseComment(id: string, actor: Actor): Promise<boolean> {
	const byOthers = sql`(post.user_id <> ${actor.id} or exists (
		select 1 from ${comments} as reply where reply.parent_id = post.id and reply.user_id <> ${actor.id}))`
	const { emptied, deleted } = await write({
		audit: recordPost(actor, actions['comment.deleted'], { type: 'courseComment', id }, courseComment(id), byOthers),
		trash: trashStatements(id, actor, sql`1`),
		emptied: deleteWithParent(id),
		deleted: db().run(sql`delete from ${comments} where id = ${id}`),
	})
	return emptied.rowsAffected + deleted.rowsAffected > 0
}

/** SQL for whether a comment has lost its text and this reply is its only one. */
const hasOnlyReply = (replyId: string, when: SQL) => sql`(deleted_at is not null
	and id = (select parent_id from ${comments} as reply where reply.id = ${replyId} and ${when})
	and not exists (select 1 from ${comments} as other where other.parent_id = comments.id and other.id <> ${replyId}))`

/** Returns the statement that deletes a comment without text together with its last reply. */
const deleteWithParent = (replyId: string, when = sql`1`) =>
	db().run(sql`delete from ${comments} where ${hasOnlyReply(replyId, when)}`)

/** Returns the statements that move the rows of a deletion to the trash. @param when a condition on the comment. */
const trashStatements = (id: string, actor: Actor, when: SQL) =>
	moveToTrash(
		{
			...{ kind: 'courseComment', id, actor, table: comments },
			name: sql`(select substr(content, 1, ${NAME_LENGTH}) from ${comments} where id = ${id})`,
			rows: sql`(id = ${id} or ${hasOnlyReply(id, sql`1`)})`,
		},
		sql`exists (select 1 from ${comments} where id = ${id} and ${when})`,
	)

/**
 * Deletes a comment for its author. If it has replies, deletes only its text.
 * @returns whether the author has such a comment.
 */
export async function deleteOwnCourseComment(id: string, actor: Actor): Promise<boolean> {
	const isOwn = sql`user_id = ${actor.id} and deleted_at is null`
	const isRemovable = sql`${isOwn} and not exists (select 1 from ${comments} as reply where reply.parent_id = ${id})`
	const results = await write({
		trash: trashStatements(id, actor, isRemovable),
		emptied: deleteWithParent(id, isOwn),
		deleted: db().run(sql`delete from ${comments} where id = ${id} and ${isRemovable}`),
		changed: db().run(sql`
			update ${comments} set content = ${DELETED}, is_pinned = 0, version = version + 1, deleted_at = ${Date.now()}
			where id = ${id} and ${isOwn}`),
		mentions: db().run(sql`
			delete from ${commentMentions}
			where comment_id in (select id from ${comments} where id = ${id} and deleted_at is not null)`),
		links: courseCommentTexts.links({ id, content: DELETED }),
	})
	return results.emptied.rowsAffected + results.deleted.rowsAffected + results.changed.rowsAffected > 0
}

/** Pins or unpins a top-level comment of a course discussion. @returns whether it exists. */
export async function pinCourseComment(id: string, isPinned: boolean, actor: Actor): Promise<boolean> {
	const action = actions[isPinned ? 'comment.pinned' : 'comment.unpinned']
	const value = isPinned ? 1 : 0
	const isTop = sql`parent_id is null`
	const { change } = await write({
		audit: recordPost(
			actor,
			action,
			{ type: 'courseComment', id },
			courseComment(id),
			sql`post.is_pinned <> ${value} and ${isTop}`,
		),
		change: db().run(sql`update ${comments} set is_pinned = ${value} where id = ${id} and ${isTop}`),
	})
	return change.rowsAffected > 0
}
