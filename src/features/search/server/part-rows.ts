import { and, asc, between, desc, eq, getTableName, gte, inArray, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import {
	CLUB_SEARCH,
	clubParts,
	LIBRARY_SEARCH,
	libraryParts,
	type PartRow,
	removedParts,
	searchWork,
} from '#db/schema/search.ts'
import { write } from '#db/write.ts'
import type { SearchTab } from '#src/lib/lists/search-tabs.ts'
import { yieldToEventLoop } from '#src/platform/jobs/yield-to-event-loop.ts'
import { joinedWords } from '#src/platform/joined-words.ts'
import type {
	PartSource,
	SearchAudience,
	Searchable,
	SearchPart,
	TextIndex,
} from '#src/platform/search/search-source.ts'
import { isCurrent } from './gone-parts.ts'

/** Parts per write: about five milliseconds. */
const CHUNK = 50

export const TABLES = { public: libraryParts, members: clubParts } as const
/** Full-text indexes by audience. */
export const INDEXES = { public: LIBRARY_SEARCH, members: CLUB_SEARCH } as const

export const PART_INDEXES = [LIBRARY_SEARCH, CLUB_SEARCH] as const

/** Prefix of a heading's words among the tags. */
const TITLE_MARK = 'h'
const tabTag = (tab: SearchTab) => `k${tab}`

/** Returns the tags of a part: its tab and the words of its heading. */
const tagsOf = (tab: SearchTab, heading = '') =>
	[
		tabTag(tab),
		...(`${heading} ${joinedWords(heading)}`.normalize('NFKC').match(/[\p{L}\p{N}]+/gu) ?? []).map(
			(word) => TITLE_MARK + word,
		),
	].join(' ')

export const partIndex = (audience: SearchAudience, tab: SearchTab): TextIndex => ({
	table: INDEXES[audience],
	rows: getTableName(TABLES[audience]),
	title: 'tags',
	mark: TITLE_MARK,
	columns: 'heading text',
	within: `tags : ${tabTag(tab)}`,
	hasPrefixes: true,
})

export async function idsForMembers(kind: PartSource['kind']): Promise<string[]> {
	const rows = await db()
		.selectDistinct({ id: clubParts.sourceId })
		.from(clubParts)
		.where(eq(clubParts.sourceKind, kind))
	return rows.map(({ id }) => id)
}

/** Items closed to a viewer. */
export type Closed = ReadonlyArray<readonly [kind: string, id: string]>
const namesOf = (closed: Closed) => JSON.stringify(closed.map(([kind, id]) => `${kind} ${id}`))

export function indexWithout(index: TextIndex, closed: Closed): TextIndex {
	if (closed.length === 0) return index
	const names = namesOf(closed)
	const only = sql`not exists (select 1 from ${sql.raw(index.rows)} as p where p.seq = ${sql.raw(index.table)}.rowid
		and p.source_kind || ' ' || p.source_id in (select value from json_each(${names})))`
	return { ...index, only }
}

export type Work = typeof searchWork.$inferSelect

export async function nextWork(): Promise<Work | undefined> {
	const [work] = await db().select().from(searchWork).orderBy(asc(searchWork.seq)).limit(1)
	return work
}

export const newestWork = (limit: number): Promise<Work[]> =>
	db().select().from(searchWork).orderBy(desc(searchWork.seq)).limit(limit)

/** Returns the condition that nothing has changed since the work was read: another change has another number. */
const isCurrentWork = ({ seq }: Work) => sql`exists (select 1 from ${searchWork} where seq = ${seq})`

type Parts = typeof libraryParts | typeof clubParts
const ofSource = (table: Parts, { sourceKind, sourceId }: Work) =>
	and(eq(table.sourceKind, sourceKind), eq(table.sourceId, sourceId))

/** Returns one row for the statement's JSON, which avoids the limit of bound values. */
const toRow = (part: SearchPart, ordinal: number, tab: SearchTab) => [
	...[part.part, ordinal, part.startMs ?? null, part.endMs ?? null, part.speaker ?? null],
	...[part.heading ?? '', part.text, part.anchor ?? '', part.times ? JSON.stringify(part.times) : null],
	tagsOf(tab, part.heading),
	joinedWords(`${part.heading ?? ''}\n${part.text}`),
]

function insertParts(table: Parts, work: Work, rows: readonly unknown[]): SQL {
	const at = (place: number) => sql.raw(`json_extract(r.value, '$[${place}]')`)
	// Keeps a row that another node wrote first.
	return sql`insert or ignore into ${table} (source_kind, source_id, part, ordinal, start_ms, end_ms, speaker,
			heading, text, anchor, times, tags, joined_words)
		select ${work.sourceKind}, ${work.sourceId}, ${sql.join([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(at), sql`, `)}
		from json_each(${JSON.stringify(rows)}) as r where ${isCurrentWork(work)}`
}

/** Runs between two slices. */
type Pause = () => Promise<unknown>

/** Deletes rows in slices, since deleting from the index takes longer than inserting. */
async function removeParts(work: Work, table: Parts, pause: Pause, which?: SQL): Promise<void> {
	for (let isMore = true; isMore; ) {
		const slice = db()
			.select({ seq: table.seq })
			.from(table)
			.where(and(ofSource(table, work), which))
			.limit(CHUNK)
		const removed = await db()
			.delete(table)
			.where(and(inArray(table.seq, slice), isCurrentWork(work)))
			.returning({ seq: table.seq })
		isMore = removed.length === CHUNK
		if (removed.length > 0) await pause()
	}
}

/** Deletes an item's removed parts and finishes its change. In this order, because both depend on the change. */
const finish = (work: Work) => [
	db()
		.delete(removedParts)
		.where(
			and(eq(removedParts.sourceKind, work.sourceKind), eq(removedParts.sourceId, work.sourceId), isCurrentWork(work)),
		),
	db().delete(searchWork).where(eq(searchWork.seq, work.seq)),
]

/**
 * Replaces an item's rows in slices. Each old row stays searchable until it is replaced, unless the item is gone.
 * Deletes all rows of a deleted item.
 */
export async function replaceParts(
	work: Work,
	tab: SearchTab,
	found: Searchable | undefined,
	pause: Pause = yieldToEventLoop,
): Promise<void> {
	const rows = (found?.parts ?? []).map((part, ordinal) => toRow(part, ordinal, tab))
	const audience = found?.audience ?? 'public'
	const table = TABLES[audience]
	await removeParts(work, TABLES[audience === 'public' ? 'members' : 'public'], pause)
	await removeParts(work, table, pause, gte(table.ordinal, rows.length))
	for (let from = 0; ; from += CHUNK) {
		const isLast = from + CHUNK >= rows.length
		const before = between(table.ordinal, from, from + CHUNK - 1)
		await write(
			db()
				.delete(table)
				.where(and(ofSource(table, work), before, isCurrentWork(work))),
			...(rows.length > 0 ? [db().run(insertParts(table, work, rows.slice(from, from + CHUNK)))] : []),
			...(isLast ? finish(work) : []),
		)
		if (isLast) break
		await pause()
	}
}

export const enqueueIndexing = (kind: PartSource['kind'], ids: readonly string[]) =>
	db().run(sql`insert into ${searchWork} (source_kind, source_id)
		select ${kind}, value from json_each(${JSON.stringify(ids)}) where true on conflict do nothing`)

export async function readParts(audience: SearchAudience, seqs: readonly number[]): Promise<PartRow[]> {
	if (seqs.length === 0) return []
	const table = TABLES[audience]
	return db()
		.select()
		.from(table)
		.where(and(inArray(table.seq, [...seqs]), isCurrent(audience)))
}

/** Returns the statement of an audience's headings by prefix, without `closed`. A test checks its query plan. */
export const headingsStatement = (
	audience: SearchAudience,
	tab: SearchTab,
	beginning: string,
	{ limit, closed = [] }: { limit: number; closed?: Closed },
) => {
	const table = TABLES[audience]
	const heading = sql`${table.heading} collate nocase`
	return db()
		.select()
		.from(table)
		.where(
			and(
				sql`${table.heading} <> ''`,
				isCurrent(audience),
				sql`${heading} >= ${beginning}`,
				sql`${heading} < ${`${beginning}\u{10FFFF}`}`,
				sql`${table.tags} >= ${`${tabTag(tab)} `} and ${table.tags} < ${`${tabTag(tab)}!`}`,
				closed.length > 0
					? sql`${table.sourceKind} || ' ' || ${table.sourceId} not in (select value from json_each(${namesOf(closed)}))`
					: undefined,
			),
		)
		.orderBy(sql`${heading}`)
		.limit(limit)
}
