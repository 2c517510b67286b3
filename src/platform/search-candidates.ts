import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { type Tier, wordExpression } from './search-query.ts'
import type { TextIndex } from './search-source.ts'

/** Row numbers that one statement looks at. */
export interface Window {
	above: number
	upTo: number
}

/**
 * Rows of the first window. Words that are all common and seldom stand together are sought in every row that has them:
 * so many take some milliseconds.
 */
const FIRST = 10_000
/** A window that was quick is followed by one so many times as large. */
const GROWTH = 3
const QUICK_MS = 1.5

/** What one way of looking finds, the newest first. Not bm25: it reads every match of every word to weigh them. */
const newestOf = ({ table }: TextIndex, { tier, expression }: Tier, { above, upTo }: Window, limit: number) => {
	const index = sql.raw(table)
	return sql`select * from (select ${tier} as tier, rowid as seq from ${index} where ${index} match ${expression}
		and rowid > ${above} and rowid <= ${upTo} order by rowid desc limit ${limit})`
}

/** The statement that looks into an index in all these ways; its query plan is tested. */
export const candidatesStatement = (index: TextIndex, tiers: readonly Tier[], window: Window, limit: number): SQL =>
	sql.join(
		tiers.map((tier) => newestOf(index, tier, window, limit)),
		sql` union all `,
	)

/** The lowest and the highest number of an index: the ends of a key. */
async function endsOf({ rows }: TextIndex): Promise<Window> {
	const table = sql.raw(rows)
	const [ends] = await db().all<{ first: number | null; last: number | null }>(
		sql`select (select min(seq) from ${table}) as first, (select max(seq) from ${table}) as last`,
	)
	return { above: (ends?.first ?? 1) - 1, upTo: ends?.last ?? 0 }
}

/**
 * Numbers of what an index finds, each with the best of the ways in which it was: at most `limit` of each way, the newest.
 * It goes back window by window until every way has enough, or `until` has come; what few rows have is sought in all.
 */
export async function findCandidates(
	index: TextIndex,
	tiers: readonly Tier[],
	{ limit, until, first = FIRST }: { limit: number; until: number; first?: number },
): Promise<Map<number, number>> {
	const best = new Map<number, number>()
	if (tiers.length === 0) return best
	const ends = await endsOf(index)
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
	for (let upTo = ends.upTo; upTo > ends.above && sought.length > 0; ) {
		const began = performance.now()
		const window = { above: Math.max(ends.above, upTo - size), upTo }
		await look(sought, window)
		upTo = window.above
		const now = performance.now()
		if (now >= until) break
		if (now - began < QUICK_MS) size *= GROWTH
		sought = sought.filter(({ tier }) => (counts.get(tier) ?? 0) < limit)
	}
	return best
}

/** Whether a word is in one of these indexes. */
export async function isInOneOf(indexes: readonly TextIndex[], word: string): Promise<boolean> {
	const asked = indexes.map((index) => {
		const table = sql.raw(index.table)
		return sql`exists (select 1 from ${table} where ${table} match ${wordExpression(index, word)})`
	})
	if (asked.length === 0) return false
	const [row] = await db().all<{ found: number }>(sql`select ${sql.join(asked, sql` or `)} as found`)
	return row?.found === 1
}
