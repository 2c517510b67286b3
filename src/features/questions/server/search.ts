import { eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { QUESTIONS_SEARCH, questionCategories, questions } from '#db/schema/questions.ts'
import { typedConditions } from '#src/platform/joined-words.ts'
import { MAX_MATCHES } from '../contract.ts'

/** FTS5 queries for the title only, and for title and body. */
export interface Expressions {
	title: string
	all: string
}

/**
 * Converts input to FTS5 queries. Every word is quoted, so that none is an operator, and required. A last word of
 * three to five letters also matches as a prefix, since it may be unfinished: the index has prefixes of these
 * lengths, while longer ones would merge all matching words. Undefined if there is no word.
 * @param category id of the only category to search, with its children. It may not exist.
 */
export function searchExpressions(typed: string, category?: string): Expressions | undefined {
	const quote = (word: string, isLast: boolean) =>
		isLast && /^.{3,5}$/u.test(word) && !/\s$/.test(typed) ? `"${word}"*` : `"${word}"`
	const quoted = typedConditions(typed, quote)
	if (quoted.length === 0) return undefined
	// Matches the id as a category or a group, which saves a lookup: no question has a child category as its group.
	const within = category === undefined ? '' : ` AND tags : ("c${category}" OR "g${category}")`
	const terms = `(${quoted.join(' AND ')})${within}`
	return { title: `{title} : ${terms}`, all: `{title body} : ${terms}` }
}

/**
 * Returns row numbers of matching questions: those with all words in the title first, newest first. Not bm25, which
 * reads every match of every word: 170 ms for a common word at 100,000 questions. This stops early.
 * @param viewerId the viewer, who also finds their own hidden questions.
 */
export async function rankMatches({ title, all }: Expressions, viewerId: string, within?: SQLWrapper) {
	const [inTitle, inAny, hidden] = await Promise.all([
		db().all<{ seq: number }>(newestMatches(title, within)),
		db().all<{ seq: number }>(newestMatches(all, within)),
		// Excluded before paging: otherwise the total would reveal words of hidden questions, and a page might end early.
		db().all<{ seq: number }>(sql`
			select seq from ${questions} where hidden_at is not null and author_id is not ${viewerId}`),
	])
	const found = new Set([...inTitle, ...inAny].map(({ seq }) => seq))
	for (const { seq } of hidden) found.delete(seq)
	return [...found].slice(0, MAX_MATCHES)
}

const index = sql.raw(QUESTIONS_SEARCH)

/** @param within limits the result to these row numbers. */
export const newestMatches = (expression: string, within?: SQLWrapper): SQL => sql`
	select rowid as seq from ${index} where ${index} match ${expression}
	${within ? sql`and rowid in ${within}` : sql``}
	order by rowid desc limit ${MAX_MATCHES}`

/** Finds questions with all these words: matches in the title first, newest first. */
export async function findQuestions(typed: string, limit: number) {
	const expressions = searchExpressions(typed)
	const seqs = expressions ? (await rankMatches(expressions, '')).slice(0, limit) : []
	if (seqs.length === 0) return []
	const rows = await db()
		.select({ seq: questions.seq, id: questions.id, title: questions.title, category: questionCategories.name })
		.from(questions)
		.innerJoin(questionCategories, eq(questionCategories.id, questions.categoryId))
		.where(inArray(questions.seq, seqs))
	return rows.sort((a, b) => seqs.indexOf(a.seq) - seqs.indexOf(b.seq))
}
