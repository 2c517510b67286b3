import { setImmediate } from 'node:timers/promises'
import { asc, gt, sql } from 'drizzle-orm'
import { distance } from 'fastest-levenshtein'
import { type Db, db } from '#db/client.ts'
import { searchWords } from '#db/schema/search.ts'
import { yieldToEventLoop } from '#src/platform/jobs/yield-to-event-loop.ts'

/** Number of members who must have used a word before it is suggested to others: it may be a client's name. */
export const ENOUGH_AUTHORS = 3
const MIN_LENGTH = 4
const MAX_LENGTH = 30
const CHUNK = 400
/** Lifetime of the cached list in milliseconds, since another node may have counted. */
const CACHE_MS = 60 * 60_000

export type WordCount = Pick<typeof searchWords.$inferSelect, 'word' | 'publicDocs' | 'memberAuthors'>

/** Normalizes a word like the index, without accents. */
const foldWord = (word: string) =>
	/^[a-z]+$/.test(word)
		? word
		: word
				.normalize('NFKD')
				.replaceAll(/\p{M}+/gu, '')
				.toLowerCase()

/** Returns the words of the text that may be suggested. Omits numbers, which may be case numbers. */
export function textsIn(text: string): Set<string> {
	const words = new Set<string>()
	for (const [word] of text.matchAll(/\p{L}+/gu))
		if (word.length >= MIN_LENGTH && word.length <= MAX_LENGTH) words.add(foldWord(word))
	return words
}

/** Words that may be suggested. */
class WordList {
	readonly copiedAt = Date.now()
	readonly #words = new Map<string, WordCount>()

	add(word: WordCount): void {
		const known = this.#words.get(word.word)
		this.#words.set(word.word, known ? { ...known, publicDocs: known.publicDocs + word.publicDocs } : word)
	}

	/** Returns the words within `maxErrors` typing errors of `typed`; swapping two adjacent letters is one error. */
	near(typed: string, maxErrors: number): Array<WordCount & { errors: number }> {
		const swapped = new Set(
			Array.from(typed, (_, at) => typed.slice(0, at) + (typed[at + 1] ?? '') + typed[at] + typed.slice(at + 2)),
		)
		// Comparing only words with the same first or last letter takes a tenth of the time.
		const isAlike = (word: string) => word[0] === typed[0] || word.at(-1) === typed.at(-1)
		return [...this.#words.values()]
			.filter(({ word }) => word !== typed && Math.abs(word.length - typed.length) <= maxErrors && isAlike(word))
			.map((known) => ({ ...known, errors: swapped.has(known.word) ? 1 : distance(typed, known.word) }))
			.filter(({ errors }) => errors <= maxErrors)
	}
}

/** This node's cached list, and the pending read of its replacement. */
interface Copy {
	list?: WordList
	reading?: Promise<WordList>
}
/** Cached lists by database, since tests open several. */
const copies = new WeakMap<Db, Copy>()

function cachedList(): Copy {
	const copy = copies.get(db()) ?? {}
	copies.set(db(), copy)
	return copy
}

async function readList(): Promise<WordList> {
	const list = new WordList()
	for (let after = ''; ; ) {
		const rows = await db()
			.select()
			.from(searchWords)
			.where(gt(searchWords.word, after))
			.orderBy(asc(searchWords.word))
			.limit(CHUNK)
		for (const row of rows) list.add(row)
		const last = rows.at(-1)
		if (!last || rows.length < CHUNK) return list
		after = last.word
		// Yields to waiting searches.
		await setImmediate()
	}
}

/** Reads a new list. The cached one stays in use until then. */
async function reload(copy: Copy): Promise<WordList> {
	copy.reading ??= readList().finally(() => delete copy.reading)
	copy.list = await copy.reading
	return copy.list
}

/** Preloads a missing or stale list with the first search, so that a later misspelled one need not wait. */
export function preloadWords(): void {
	const copy = cachedList()
	// A search that needs the list reports the error.
	if (!copy.list || Date.now() - copy.list.copiedAt > CACHE_MS) reload(copy).catch(() => undefined)
}

async function wordList(): Promise<WordList> {
	preloadWords()
	const copy = cachedList()
	return copy.list ?? reload(copy)
}

/**
 * Finds corrections for a word without matches: nearest first, then the longest, since a missing letter is the most
 * common error, then the most used.
 */
export async function suggestCorrections(word: string, isMember: boolean): Promise<string[]> {
	const typed = foldWord(word)
	if (typed.length < MIN_LENGTH || typed.length > MAX_LENGTH || /\P{L}/u.test(typed)) return []
	const list = await wordList()
	return list
		.near(typed, typed.length >= 8 ? 2 : 1)
		.map((near) => ({ ...near, uses: near.publicDocs + (isMember ? near.memberAuthors : 0) }))
		.filter(({ publicDocs, memberAuthors }) => publicDocs > 0 || (isMember && memberAuthors >= ENOUGH_AUTHORS))
		.toSorted((one, other) => one.errors - other.errors || other.word.length - one.word.length || other.uses - one.uses)
		.slice(0, 5)
		.map((near) => near.word)
}

/**
 * Adds words of newly public content to the list; the next count corrects it.
 * @param between runs between two slices
 */
export async function addPublicWords(
	texts: Iterable<string>,
	between: () => Promise<unknown> = yieldToEventLoop,
): Promise<void> {
	const counts = new Map<string, number>()
	for (const text of texts) for (const word of textsIn(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
	const entries = [...counts]
	const { list } = cachedList()
	for (let from = 0; from < entries.length; from += CHUNK) {
		const chunk = entries.slice(from, from + CHUNK)
		await db().run(sql`insert into ${searchWords} (word, public_docs, member_authors)
			select json_extract(value, '$[0]'), json_extract(value, '$[1]'), 0 from json_each(${JSON.stringify(chunk)}) where true
			on conflict (word) do update set public_docs = public_docs + excluded.public_docs`)
		for (const [word, publicDocs] of chunk) list?.add({ word, publicDocs, memberAuthors: 0 })
		await between()
	}
}

/** Replaces the former count, in slices. */
export async function saveWords(counted: ReadonlyMap<string, Omit<WordCount, 'word'>>): Promise<void> {
	const rows = [...counted].map(([word, { publicDocs, memberAuthors }]) => [word, publicDocs, memberAuthors])
	for (let from = 0; from < rows.length; from += CHUNK) {
		await db().run(sql`insert into ${searchWords} (word, public_docs, member_authors)
			select json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]')
			from json_each(${JSON.stringify(rows.slice(from, from + CHUNK))}) where true
			on conflict (word) do update set public_docs = excluded.public_docs, member_authors = excluded.member_authors
			where public_docs <> excluded.public_docs or member_authors <> excluded.member_authors`)
		await yieldToEventLoop()
	}
	for (let after = ''; ; ) {
		const known = await db()
			.select({ word: searchWords.word })
			.from(searchWords)
			.where(gt(searchWords.word, after))
			.orderBy(asc(searchWords.word))
			.limit(CHUNK)
		const gone = known.filter(({ word }) => !counted.has(word)).map(({ word }) => word)
		if (gone.length > 0)
			await db().run(
				sql`delete from ${searchWords} where word in (select value from json_each(${JSON.stringify(gone)}))`,
			)
		const last = known.at(-1)
		if (!last || known.length < CHUNK) break
		after = last.word
		await yieldToEventLoop()
	}
	// The cached list is outdated, and a pending read may mix both counts.
	const copy = cachedList()
	await copy.reading?.catch(() => undefined)
	await reload(copy)
}

/** Checks whether a word may be suggested to any viewer; others are not stored. */
export const isKept = ({ publicDocs, memberAuthors }: Omit<WordCount, 'word'>) =>
	publicDocs > 0 || memberAuthors >= ENOUGH_AUTHORS

export const countWordsStatement = () => db().select({ words: sql<number>`count(*)` }).from(searchWords)
