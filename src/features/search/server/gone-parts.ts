import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { rowExists } from '#db/rows.ts'
import { libraryParts, removedParts } from '#db/schema/search.ts'
import type { SearchAudience, TextIndex } from '#src/platform/search/search-source.ts'

// Removed parts of an episode stay in `library_parts`, listed in `gone_parts`, until the job deletes them. Every other
// query of the index must use one of these conditions, whether for hits, titles or the existence of a word.

/** If more than this many removals are waiting, merges run only between slices. */
const MANY_REMOVALS = 20

/** Rows checked per query. If all matches of a common word are gone, checking them takes a third of a second. */
const ASKED = 1_000

const isRemoved = (rows: SQL) => sql`select 1 from ${removedParts} as gone where gone.source_kind = ${rows}.source_kind
	and gone.source_id = ${rows}.source_id and gone.part = ${rows}.part and gone.up_to >= ${rows}.seq`

/** Returns the condition for rows that were not removed. Only public parts can be removed but not yet deleted. */
export const isCurrent = (audience: SearchAudience): SQL | undefined =>
	audience === 'public' ? sql`not exists (${isRemoved(sql`${libraryParts}`)})` : undefined

/** Checks whether removed parts are still indexed. */
export const hasRemovedParts = () => rowExists(removedParts, undefined)

/** Returns the public index without removed parts, which would take the place of existing ones. */
export function indexWithoutRemoved(index: TextIndex): TextIndex {
	const only = sql`not exists (select 1 from ${sql.raw(index.rows)} as p where p.seq = ${sql.raw(index.table)}.rowid
		and exists (${isRemoved(sql.raw('p'))}))`
	return { ...index, only, maxChecked: ASKED }
}

export async function hasManyRemovals(): Promise<boolean> {
	const rows = await db().select({ upTo: removedParts.upTo }).from(removedParts).limit(1).offset(MANY_REMOVALS)
	return rows.length > 0
}
