import { type SQL, sql } from 'drizzle-orm'
import { database, db } from '#db/client.ts'
import { type Tier, wordExpression } from './search-query.ts'
import type { TextIndex } from './search-source.ts'
import { STRETCH, stretchOf, type Window, withinStretches } from './search-stretch.ts'

/** Number of stretches in the first window. */
const INITIAL_STRETCHES = 2
/** Searches with at least this many words start with one stretch, since they take longer. */
const MANY_WORDS = 4
/** Growth factor of the window after a fast query. */
const GROWTH = 3
const FAST_QUERY_MS = 1.5

/** Returns the `from` and `where` clauses for matching row numbers, filtered by the condition of the index. */
function rowsOf({ table, only, maxChecked }: TextIndex, matching: SQL): SQL {
	const index = sql.raw(table)
	if (!only || maxChecked === undefined) return sql`${index} where ${matching}${only ? sql` and ${only}` : sql``}`
	return sql`(select rowid as rowid from ${index} where ${matching}
		order by rowid desc limit ${maxChecked}) as ${index} where ${only}`
}

/** Returns the query of a tier, newest first. Does not rank by bm25, which reads every match of every word. */
function newestOf(searched: TextIndex, { tier, expression, isRare }: Tier, window: Window, limit: number) {
	const index = sql.raw(searched.table)
	const [above, upTo] = [window.first * STRETCH - 1, (window.last + 1) * STRETCH - 1]
	const matching = sql`${index} match ${isRare ? expression : withinStretches(expression, window)}
		and rowid > ${above} and rowid <= ${upTo}`
	return sql`select * from (select ${tier} as tier, rowid as seq from ${rowsOf(searched, matching)}
		order by rowid desc limit ${limit})`
}

/** Returns the query of all tiers of an index. A test checks its query plan. */
export const candidatesStatement = (index: TextIndex, tiers: readonly Tier[], window: Window, limit: number): SQL =>
	sql.join(
		tiers.map((tier) => newestOf(index, tier, window, limit)),
		sql` union all `,
	)

/** Returns the first and last stretch of each index's table. Omits empty tables. */
export async function stretchesOf(indexes: readonly TextIndex[]): Promise<Map<string, Window>> {
	const tables = [...new Set(indexes.map(({ rows }) => rows))]
	if (tables.length === 0) return new Map()
	const ends = tables.map((name) => {
		const table = sql.raw(name)
		return sql`select ${name} as name, (select min(seq) from ${table}) as first, (select max(seq) from ${table}) as last`
	})
	const rows = await db().all<{ name: string; first: number | null; last: number | null }>(
		sql.join(ends, sql` union all `),
	)
	return new Map(
		rows.flatMap(({ name, first, last }) =>
			first === null || last === null ? [] : [[name, { first: stretchOf(first), last: stretchOf(last) }]],
		),
	)
}

interface Bounds {
	/** Maximum number of rows per tier. */
	limit: number
	ends: Window
	/** As returned by `performance.now()`. */
	deadline: number
	words?: number
	first?: number
}

/**
 * Returns the row numbers of matches in an index, each with its best tier: at most `limit` per tier, newest first.
 * Searches backward, window by window, until every tier is full or the deadline has passed. Searches rare tiers in all
 * rows.
 */
export async function findCandidates(
	index: TextIndex,
	tiers: readonly Tier[],
	{ limit, ends, deadline, words = 1, first = words < MANY_WORDS ? INITIAL_STRETCHES : 1 }: Bounds,
): Promise<Map<number, number>> {
	const best = new Map<number, number>()
	// Grow windows faster for a server: it does not block this process, but each window costs a round trip.
	const isLocal = database().file !== undefined
	const counts = new Map<number, number>()
	const search = async (remaining: readonly Tier[], window: Window) => {
		for (const { seq, tier } of await db().all<{ seq: number; tier: number }>(
			candidatesStatement(index, remaining, window, limit),
		)) {
			counts.set(tier, (counts.get(tier) ?? 0) + 1)
			if (tier > (best.get(seq) ?? 0)) best.set(seq, tier)
		}
	}
	const rare = tiers.filter(({ isRare }) => isRare)
	if (rare.length > 0) await search(rare, ends)
	let size = first
	let remaining = tiers.filter(({ isRare }) => !isRare)
	for (let { last } = ends; last >= ends.first && remaining.length > 0; ) {
		const startedAt = performance.now()
		const window = { first: Math.max(ends.first, last - size + 1), last }
		await search(remaining, window)
		last = window.first - 1
		const now = performance.now()
		if (now >= deadline) break
		if (!isLocal || now - startedAt < FAST_QUERY_MS) size *= GROWTH
		remaining = remaining.filter(({ tier }) => (counts.get(tier) ?? 0) < limit)
	}
	return best
}

const containsWord = (index: TextIndex, word: string) => {
	const table = sql.raw(index.table)
	return sql`exists (select 1 from ${rowsOf(index, sql`${table} match ${wordExpression(index, word)}`)})`
}

/** Returns the first index that contains each word. Runs a single statement. */
export async function firstIndexWith(
	indexes: readonly TextIndex[],
	words: readonly string[],
): Promise<Map<string, TextIndex | undefined>> {
	if (words.length === 0 || indexes.length === 0) return new Map(words.map((word) => [word, undefined]))
	const firstMatches = words.map((word) => {
		const cases = indexes.map((index, at) => sql`when ${containsWord(index, word)} then ${sql.raw(String(at))}`)
		return sql`case ${sql.join(cases, sql` `)} end`
	})
	const columns = firstMatches.map((first, at) => sql`${first} as ${sql.raw(`w${at}`)}`)
	const [row] = await db().all<Record<string, number | null>>(sql`select ${sql.join(columns, sql`, `)}`)
	return new Map(words.map((word, at) => [word, indexes[row?.[`w${at}`] ?? -1]]))
}
