import { type SQL, sql } from 'drizzle-orm'
import { users } from '#db/schema/users.ts'
import { type AuditAction, type AuditEntry, recordAudit } from '#src/platform/audit.ts'

/**
 * Audit entries about members' posts. An entry contains the author and the date, never the text: most posts are removed
 * because of their text, and audit entries are permanent (docs/decisions/018).
 */

export type Actor = NonNullable<AuditEntry['actor']>

export const nameOfPost = (kind: 'Question' | 'Comment', userId: SQL) =>
	sql`${`${kind} by `} || coalesce((select name from ${users} where id = ${userId}), 'a former member')`

export const day = (createdAt: SQL) => sql`strftime('%Y-%m-%d', ${createdAt} / 1000, 'unixepoch')`

export interface Post {
	/** The SQL after `from`: the rows that the change affects, with the alias `post`. */
	rows: SQL
	name: SQL
	/** JSON object of facts about the post. */
	detail: SQL
}

/** Returns the statement that records an entry if the post exists and `when` is true. It must run before the change. */
export function recordPost(
	actor: Actor,
	action: AuditAction,
	subject: { type: string; id: string },
	post: Post,
	when = sql`1`,
) {
	const selectFromPost = (value: SQL) => sql`(select ${value} from ${post.rows})`
	return recordAudit(
		{ actor, action, subject: { ...subject, name: selectFromPost(post.name) }, detail: selectFromPost(post.detail) },
		sql`exists (select 1 from ${post.rows} and ${when})`,
	)
}
