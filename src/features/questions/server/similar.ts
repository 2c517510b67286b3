import { and, inArray, isNull } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { questions } from '#db/schema/questions.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { findCandidates, stretchesOf } from '#src/platform/search/search-candidates.ts'
import { markWords } from '#src/platform/search/text-marks.ts'
import type * as contracts from '../contract.ts'
import { MAX_SIMILAR } from '../contract.ts'
import { searchableQuestions } from './searchable-posts.ts'

/** Common words in questions. Titles that share them are not necessarily similar. */
const COMMON = new Set(
	`about after also and any anybody anyone are before been being but can could did does don else ever for from get had has
	have her here him his how into its just know like more most much must need not now off one only other our out over
	own she should some somebody someone such than that the their them then there these they this those was were what
	when where which while who whom whose why will with would you your`.split(/\s+/),
)

/** Maximum number of words to compare: the longest, which are rarer. Each pair of them is looked up. */
const MAX_WORDS = 6
/** Number of newest matches to rank, by how many of the words their titles share. */
const MAX_RANKED = 40
/** Time limit of the search, in milliseconds: it runs while someone types. */
const BUDGET_MS = 4

export function comparedWords(title: string): string[] {
	const words =
		title
			.normalize('NFKC')
			.toLowerCase()
			.match(/[\p{L}\p{N}]{3,}/gu) ?? []
	const uncommon = [...new Set(words)].filter((word) => !COMMON.has(word))
	return uncommon.sort((one, other) => other.length - one.length).slice(0, MAX_WORDS)
}

/** Returns an FTS5 query for titles with at least two of the words. */
function anyTwoOf(words: readonly string[]): string {
	const pairs = words.flatMap((one, at) => words.slice(at + 1).map((other) => `("${one}" AND "${other}")`))
	return `{title} : (${pairs.join(' OR ')})`
}

const allOf = (words: readonly string[]) => `{title} : (${words.map((word) => `"${word}"`).join(' AND ')})`

/** Finds questions whose titles share at least two uncommon words with the typed one, most shared words first. */
export const similarQuestions: Service<typeof contracts.similarQuestions> = async ({ query }) => {
	const words = comparedWords(query.title)
	if (words.length < 2) return []
	const { index } = searchableQuestions
	const ends = (await stretchesOf([index])).get(index.rows)
	if (!ends) return []
	const tiers = [
		{ tier: 2, expression: allOf(words) },
		{ tier: 1, expression: anyTwoOf(words) },
	]
	const until = performance.now() + BUDGET_MS
	const found = await findCandidates(index, tiers, { limit: MAX_RANKED, ends, deadline: until, words: words.length })
	const rows = await db()
		.select({ seq: questions.seq, id: questions.id, title: questions.title, commentCount: questions.answerCount })
		.from(questions)
		.where(and(inArray(questions.seq, [...found.keys()]), isNull(questions.hiddenAt)))
	const typed = words.join(' ')
	return rows
		.map((row) => ({ ...row, shared: markWords(row.title, typed).marks.length }))
		.sort((one, other) => other.shared - one.shared || other.seq - one.seq)
		.slice(0, MAX_SIMILAR)
}
