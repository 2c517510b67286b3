import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'

/**
 * Most questions that one search ranks: the newest matches. It bounds what a search for a common word costs,
 * whatever the size of the club; more words reach further back.
 */
export const MOST_MATCHES = 300

// Around what was found, in the texts that FTS5 returns. Nobody types these.
const OPEN = '\u0002'
const CLOSE = '\u0003'

/**
 * What was typed, as an FTS5 query: every word quoted, so that no character of it is an operator, all of them
 * wanted. The last one is also found as a beginning, since it may not be finished. Undefined without any word.
 */
export function searchExpression(typed: string, tag?: string): string | undefined {
	const words = typed
		.normalize('NFKC')
		.match(/[\p{L}\p{N}]+/gu)
		?.slice(0, 10)
	if (!words) return undefined
	const last = words.length - 1
	const quoted = words.map((word, i) =>
		i === last && word.length >= 3 && !/\s$/.test(typed) ? `"${word}"*` : `"${word}"`,
	)
	return `{title body} : (${quoted.join(' AND ')})${tag ? ` AND tags : "${tag}"` : ''}`
}

export interface Found {
	seq: number
	title: string
	preview: string
}

/**
 * Row numbers of the questions that match, best first (bm25; the title counts five times the body).
 * Two walks through the index: the first finds how far back the newest matches reach.
 */
export async function rankMatches(expression: string): Promise<number[]> {
	const reach = await db().all<{ seq: number }>(oldestMatch(expression))
	const from = reach[0]?.seq ?? 0
	const rows = await db().all<{ seq: number }>(rankedMatches(expression, from))
	return rows.map(({ seq }) => seq)
}

export const oldestMatch = (expression: string): SQL => sql`
	select rowid as seq from questions_search where questions_search match ${expression}
	order by rowid desc limit 1 offset ${MOST_MATCHES - 1}`

export const rankedMatches = (expression: string, from: number): SQL => sql`
	select rowid as seq from questions_search where questions_search match ${expression} and rowid >= ${from}
	order by bm25(questions_search, 5.0, 1.0, 0.0), rowid desc`

/** Title and the fitting part of the body of these questions, with marks around what was found. */
export async function highlightMatches(expression: string, seqs: readonly number[]): Promise<Found[]> {
	if (seqs.length === 0) return []
	return db().all<Found>(highlighted(expression, seqs))
}

export const highlighted = (expression: string, seqs: readonly number[]): SQL => sql`
	select rowid as seq, highlight(questions_search, 0, ${OPEN}, ${CLOSE}) as title,
		snippet(questions_search, 1, ${OPEN}, ${CLOSE}, '…', 36) as preview
	from questions_search where questions_search match ${expression} and rowid >= ${Math.min(...seqs)}
		and rowid in (${sql.join(
			seqs.map((seq) => sql`${seq}`),
			sql`, `,
		)})`

/** Takes the marks out of a text: what remains, and where they stood. */
export function readMarks(marked: string): { text: string; marks: [number, number][] } {
	let text = ''
	const marks: [number, number][] = []
	for (const [index, part] of marked.split(OPEN).entries()) {
		const [inside = '', outside] = index === 0 ? ['', part] : part.split(CLOSE, 2)
		if (inside) marks.push([text.length, text.length + inside.length])
		text += inside + (outside ?? '')
	}
	return { text, marks }
}
