import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { goneParts } from '#db/schema/search.ts'
import type { SearchAudience, TextIndex } from '#src/platform/search/search-source.ts'

// What an episode has no more stays in `library_parts` until the job has taken it out (`gone_parts`). Nothing else in the
// index is asked without one of these conditions: not a hit, not a title, not whether a word stands somewhere.

/** So many things at once are much to take out: FTS5 then merges only between slices. */
const MANY = 20

/** Rows asked by one look whether they are gone: where all of a common word are, it would be a third of a second. */
const ASKED = 1_000

const isNoted = (rows: SQL) => sql`select 1 from gone_parts as gone where gone.source_kind = ${rows}.source_kind
	and gone.source_id = ${rows}.source_id and gone.part = ${rows}.part and gone.up_to >= ${rows}.seq`

/** Of rows of an audience: those that somebody may find. Only what everybody may read has hours of talk. */
export const isCurrent = (audience: SearchAudience): SQL | undefined =>
	audience === 'public' ? sql`not exists (${isNoted(sql.raw('library_parts'))})` : undefined

/** Whether something is gone that is not taken out yet. */
export async function isSomethingGone(): Promise<boolean> {
	const rows = await db().select({ upTo: goneParts.upTo }).from(goneParts).limit(1)
	return rows.length > 0
}

/** An index of what everybody may read without what is gone, which would take the room of what is there. */
export function indexOfCurrent(index: TextIndex): TextIndex {
	const only = sql`not exists (select 1 from ${sql.raw(index.rows)} as p where p.seq = ${sql.raw(index.table)}.rowid
		and exists (${isNoted(sql.raw('p'))}))`
	return { ...index, only, asked: ASKED }
}

export async function isMuchGone(): Promise<boolean> {
	const rows = await db().select({ upTo: goneParts.upTo }).from(goneParts).limit(1).offset(MANY)
	return rows.length > 0
}
