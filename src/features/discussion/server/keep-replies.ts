import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { comments } from '#db/schema/discussion.ts'

/**
 * Returns the statement that keeps others' replies to the comments of an account before these comments are deleted: the
 * first reply becomes a top-level comment, and the other replies move below it.
 * @param limit maximum number of comments; all by default.
 */
export const keepRepliesTo = (userId: string, when: SQL, limit = -1) =>
	db().run(sql`
		update ${comments} set parent_id = nullif(kept.first, ${comments}.id), is_helpful = 0
		from (select r.parent_id, min(r.id) as first from ${comments} p join ${comments} r on r.parent_id = p.id
			where p.user_id = ${userId} and r.user_id <> ${userId} and ${when} group by r.parent_id limit ${limit}) as kept
		where ${comments}.parent_id = kept.parent_id and ${comments}.user_id <> ${userId}`)
