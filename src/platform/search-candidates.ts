import { type SQL, sql } from 'drizzle-orm'
import { database, db } from '#db/client.ts'
import { type Tier, wordExpression } from './search-query.ts'
import type { TextIndex } from './search-source.ts'
import { STRETCH, stretchOf, type Window, withinStretches } from './search-stretch.ts'

/** Stretches of the first window. */
const FIRST = 2
/** A search for so many words begins with one stretch: it takes as long. */
const MANY_WORDS = 4
/** A window that was quick is followed by one so many times as large. */
const GROWTH = 3
const QUICK_MS = 1.5

/** Row numbers of an index that have the words, the newest first, as far as its condition lets them. */
function rowsOf({ table, only, asked }: TextIndex, matching: SQL): SQL {
	const index = sql.raw(table)
	if (!only || asked === undefined) return sql`${index} where ${matching}${only ? sql` and ${only}` : sql``}`
	return sql`(select rowid as rowid from ${index} where ${matching} order by rowid desc limit ${asked}) as ${index} where ${only}`
}

/** What one way of looking finds, the newest first. Not bm25: it reads every match of every word to weigh them. */
function newestOf(searched: TextIndex, { tier, expression, isRare }: Tier, window: Window, limit: number) {
	const index = sql.raw(searched.table)
	const [above, upTo] = [window.first * STRETCH - 1, (window.last + 1) * STRETCH - 1]
	const matching = sql`${index} match ${isRare ? expression : withinStretches(expression, window)}
		and rowid > ${above} and rowid <= ${upTo}`
	return sql`select * from (select ${tier} as tier, rowid as seq from ${rowsOf(searched, matching)}
		order by rowid desc limit ${limit})`
}

/** The statement that looks into an index in all these ways; its query plan is tested. */
export const candidatesStatement = (index: TextIndex, tiers: readonly Tier[], window: Window, limit: number): SQL =>
	sql.join(
		tiers.map((tier) => newestOf(index, tier, window, limit)),
		sql` union all `,
	)

/** The stretches of an index: the ends of a key. Undefined where it is empty. */
async function endsOf({ rows }: TextIndex): Promise<Window | undefined> {
	const table = sql.raw(rows)
	const [ends] = await db().all<{ first: number | null; last: number | null }>(
		sql`select (select min(seq) from ${table}) as first, (select max(seq) from ${table}) as last`,
	)
	if (ends?.first == null || ends.last == null) return undefined
	return { first: stretchOf(ends.first), last: stretchOf(ends.last) }
}

interface Bounds {
	/** Rows of each way of looking. */
	limit: number
	/** When it ends, by the clock of `performance`. */
	until: number
	/** How many are looked for. */
	words?: number
	/** Stretches of the first window. */
	first?: number
}

/**
 * Numbers of what an index finds, each with the best of the ways in which it was: at most `limit` of each way, the newest.
 * It goes back window by window until every way has enough, or `until` has come; what few rows have is sought in all.
 */
export async function findCandidates(
	index: TextIndex,
	tiers: readonly Tier[],
	{ limit, until, words = 1, first = words < MANY_WORDS ? FIRST : 1 }: Bounds,
): Promise<Map<number, number>> {
	const best = new Map<number, number>()
	const ends = tiers.length > 0 ? await endsOf(index) : undefined
	if (!ends) return best
	// A server searches while others are answered, and each look at it is a round trip.
	const isHere = database().file !== undefined
	const counts = new Map<number, number>()
	const look = async (sought: readonly Tier[], window: Window) => {
		for (const { seq, tier } of await db().all<{ seq: number; tier: number }>(
			candidatesStatement(index, sought, window, limit),
		)) {
			counts.set(tier, (counts.get(tier) ?? 0) + 1)
			if (tier > (best.get(seq) ?? 0)) best.set(seq, tier)
		}
	}
	const rare = tiers.filter(({ isRare }) => isRare)
	if (rare.length > 0) await look(rare, ends)
	let size = first
	let sought = tiers.filter(({ isRare }) => !isRare)
	for (let { last } = ends; last >= ends.first && sought.length > 0; ) {
		const began = performance.now()
		const window = { first: Math.max(ends.first, last - size + 1), last }
		await look(sought, window)
		last = window.first - 1
		const now = performance.now()
		if (now >= until) break
		if (!isHere || now - began < QUICK_MS) size *= GROWTH
		sought = sought.filter(({ tier }) => (counts.get(tier) ?? 0) < limit)
	}
	return best
}

/** That a word is in one of these indexes. */
const inOneOf = (indexes: readonly TextIndex[], word: string) =>
	sql.join(
		indexes.map((index) => {
			const table = sql.raw(index.table)
			return sql`exists (select 1 from ${rowsOf(index, sql`${table} match ${wordExpression(index, word)}`)})`
		}),
		sql` or `,
	)

/** Whether one of these words is in none of these indexes. */
export async function isOneMissing(indexes: readonly TextIndex[], words: readonly string[]): Promise<boolean> {
	if (words.length === 0 || indexes.length === 0) return false
	const has = words.map((word) => sql`(${inOneOf(indexes, word)})`)
	const [row] = await db().all<{ all: number }>(sql`select ${sql.join(has, sql` and `)} as "all"`)
	return row?.all === 0
}

/** Whether a word is in one of these indexes. */
export async function isInOneOf(indexes: readonly TextIndex[], word: string): Promise<boolean> {
	if (indexes.length === 0) return false
	const [row] = await db().all<{ found: number }>(sql`select ${inOneOf(indexes, word)} as found`)
	return row?.found === 1
}
