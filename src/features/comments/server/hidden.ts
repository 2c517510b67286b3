import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { db } from '#db/client.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'

interface HiddenColumns {
	hiddenAt: Date | null
	hiddenReason: string | null
}

/** Returns the hidden state for a viewer, and whether they may read the post: its author and moderators may. */
export function hiddenFor({ hiddenAt, hiddenReason }: HiddenColumns, viewer: CurrentUser, isOwn: boolean) {
	if (hiddenAt === null) return { hidden: null, isReadable: true }
	const isReadable = isOwn || viewer.isModerator === true
	return { hidden: { reason: isReadable ? hiddenReason : null }, isReadable }
}

/** Returns the SQL for a kind of post that moderators can hide. @param author column with the author's id. */
export function hidable(table: SQLiteTable, author: 'author_id' | 'user_id') {
	return {
		/** SQL for the author's id. */
		author: (id: string) => sql`(select ${sql.raw(author)} from ${table} where id = ${id})`,
		/** SQL for whether the post exists and meets `state`, a condition on its columns. */
		is: (id: string, state: SQL) => sql`exists (select 1 from ${table} where id = ${id} and ${state})`,
		/** Returns the statement that hides the post; `reason` is null if only reports hide it. */
		hide: (id: string, reason: string | null, when: SQL) =>
			db().run(sql`
				update ${table} set hidden_at = coalesce(hidden_at, ${Date.now()}), hidden_reason = ${reason}
				where id = ${id} and ${when}`),
		/** Returns the statement that makes the post visible. Has no effect on a visible post. */
		show: (id: string) => db().run(sql`update ${table} set hidden_at = null, hidden_reason = null where id = ${id}`),
	}
}
export type Hidable = ReturnType<typeof hidable>
