import { type SQL, sql } from 'drizzle-orm'
import { type AuditAction, type AuditEntry, recordAudit } from '#src/platform/audit.ts'

/**
 * The audit entries about posts of members. An entry says whose post it was and when it was written, never what it
 * said: posts are mostly removed for what they say, and the audit forgets nothing (docs/decisions/018).
 */

export type Actor = NonNullable<AuditEntry['actor']>

export const rowsOf = (result: unknown) => (result as { rowsAffected: number }).rowsAffected

export const wasChanged = (results: unknown[]) => rowsOf(results.at(-1)) > 0

export const nameOfPost = (kind: 'Question' | 'Comment', userId: SQL) =>
	sql`${`${kind} by `} || coalesce((select name from users where id = ${userId}), 'a former member')`

export const day = (createdAt: SQL) => sql`strftime('%Y-%m-%d', ${createdAt} / 1000, 'unixepoch')`

export interface Post {
	/** What stands after `from`: the rows that the change is about, under the alias `post`. */
	rows: SQL
	name: SQL
	/** A JSON object of facts about the post. */
	detail: SQL
}

/** The entry about a post, where there is one and `when` holds; it belongs before the change. */
export function recordPost(
	actor: Actor,
	action: AuditAction,
	subject: { type: string; id: string },
	post: Post,
	when = sql`1`,
) {
	const one = (value: SQL) => sql`(select ${value} from ${post.rows})`
	return recordAudit(
		{ actor, action, subject: { ...subject, name: one(post.name) }, detail: one(post.detail) },
		sql`exists (select 1 from ${post.rows} and ${when})`,
	)
}
