import { eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { questionCategories, questions } from '#db/schema/questions.ts'
import { typedConditions } from '#src/platform/joined-words.ts'
import { MAX_MATCHES } from '../contract.ts'

/** What to look for, in the title alone and in title and body. */
export interface Expressions {
	title: string
	all: string
}

/**
 * What was typed, as FTS5 queries: every word quoted, so that no character of it is an operator, all of them
 * wanted. A last one of three to five letters is also found as a beginning, since it may not be finished: for these the
 * index keeps beginnings, for longer ones it would have to join all words that begin so. Undefined without any word.
 * @param category the id of one that alone counts, with its children where it has some. It need not be there.
 */
export function searchExpressions(typed: string, category?: string): Expressions | undefined {
	const quote = (word: string, isLast: boolean) =>
		isLast && /^.{3,5}$/u.test(word) && !/\s$/.test(typed) ? `"${word}"*` : `"${word}"`
	const quoted = typedConditions(typed, quote)
	if (quoted.length === 0) return undefined
	// As a category and as a group: no question has a child for its group, so that nobody has to ask first what it is.
	const within = category === undefined ? '' : ` AND tags : ("c${category}" OR "g${category}")`
	const wanted = `(${quoted.join(' AND ')})${within}`
	return { title: `{title} : ${wanted}`, all: `{title body} : ${wanted}` }
}

/**
 * Row numbers of the questions that match: those with all the words in the title first, the newest of them first.
 * Not bm25: it reads every match of every word to weigh them, which for a common word took 170 ms at 100,000
 * questions. This stops at what it needs.
 */
export async function rankMatches({ title, all }: Expressions, within?: SQLWrapper): Promise<number[]> {
	const [inTitle, anywhere] = await Promise.all([
		db().all<{ seq: number }>(newestMatches(title, within)),
		db().all<{ seq: number }>(newestMatches(all, within)),
	])
	return [...new Set([...inTitle, ...anywhere].map(({ seq }) => seq))].slice(0, MAX_MATCHES)
}

/** @param within row numbers that alone count. */
export const newestMatches = (expression: string, within?: SQLWrapper): SQL => sql`
	select rowid as seq from questions_search where questions_search match ${expression}
	${within ? sql`and rowid in ${within}` : sql``}
	order by rowid desc limit ${MAX_MATCHES}`

/** Questions that have all these words, those with them in the title first, the newest of them first. */
export async function findQuestions(typed: string, limit: number) {
	const expressions = searchExpressions(typed)
	const seqs = expressions ? (await rankMatches(expressions)).slice(0, limit) : []
	if (seqs.length === 0) return []
	const rows = await db()
		.select({ seq: questions.seq, id: questions.id, title: questions.title, category: questionCategories.name })
		.from(questions)
		.innerJoin(questionCategories, eq(questionCategories.id, questions.categoryId))
		.where(inArray(questions.seq, seqs))
	return rows.sort((a, b) => seqs.indexOf(a.seq) - seqs.indexOf(b.seq))
}
