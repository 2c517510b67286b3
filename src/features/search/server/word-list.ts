import { setImmediate } from 'node:timers/promises'
import { asc, gt, sql } from 'drizzle-orm'
import { type Db, db } from '#db/client.ts'
import { searchWords } from '#db/schema/search.ts'
import { yieldToEventLoop } from '#src/platform/jobs/yield-to-event-loop.ts'
import { areAlike, heardOf, soundOf } from './word-sound.ts'

/** Members who must have used a word before it is suggested to others: it may be a client's name. */
export const ENOUGH_AUTHORS = 3
const SHORTEST = 4
const LONGEST = 30
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

/** Returns the words of a text that may be suggested: no numbers, which may be case numbers. */
export function wordsIn(text: string): Set<string> {
	const words = new Set<string>()
	for (const [word] of text.matchAll(/\p{L}+/gu))
		if (word.length >= SHORTEST && word.length <= LONGEST) words.add(foldWord(word))
	return words
}

function addTo(words: Map<string, KnownWord[]>, key: string, word: KnownWord): void {
	const alike = words.get(key)
	if (alike) alike.push(word)
	else words.set(key, [word])
}

/** Minimum length of a sound. Too many words share a shorter one: rate, route, writ. */
const SHORTEST_SOUND = 3

interface KnownWord extends WordCount {
	/** Bit mask of its letters. */
	letters: number
}

function lettersOf(word: string): number {
	let letters = 0
	for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) % 32)
	return letters
}

/** Checks whether two words differ in too many letters for the allowed edits; each replaces at most one. */
function exceedsDistance(one: number, other: number, slips: number): boolean {
	let left = one ^ other
	for (let most = 2 * slips; left !== 0; most--) {
		if (most === 0) return true
		left &= left - 1
	}
	return false
}

/** Words by first or last letters and length, and by sound, so few need comparing. */
class WordList {
	readonly copiedAt = Date.now()
	readonly #byShape = new Map<string, KnownWord[]>()
	readonly #bySound = new Map<string, KnownWord[]>()
	readonly #known = new Map<string, KnownWord>()

	add(word: WordCount): void {
		const known = this.#known.get(word.word)
		if (known) {
			Object.assign(known, { publicDocs: known.publicDocs + word.publicDocs })
			return
		}
		const kept = { ...word, letters: lettersOf(word.word) }
		this.#known.set(word.word, kept)
		for (const shape of [`^${word.word[0]}${word.word.length}`, `${word.word.at(-1)}$${word.word.length}`])
			addTo(this.#byShape, shape, kept)
		const sound = soundOf(word.word)
		if (sound.length >= SHORTEST_SOUND) addTo(this.#bySound, sound, kept)
	}

	soundingLike(word: string): readonly KnownWord[] {
		return this.#bySound.get(soundOf(word)) ?? []
	}

	/** Returns candidates for `word`. */
	alike(word: string, distance: number): KnownWord[] {
		const letters = lettersOf(word)
		const alike: KnownWord[] = []
		for (let length = word.length - distance; length <= word.length + distance; length++)
			for (const shape of [`^${word[0]}${length}`, `${word.at(-1)}$${length}`])
				for (const one of this.#byShape.get(shape) ?? [])
					if (!exceedsDistance(letters, one.letters, distance)) alike.push(one)
		return alike
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
		// Other searches wait.
		await setImmediate()
	}
}

/** Reads a new list. The cached one stays in use until then. */
async function readAgain(copy: Copy): Promise<WordList> {
	copy.reading ??= readList().finally(() => delete copy.reading)
	copy.list = await copy.reading
	return copy.list
}

/**
 * Preloads a missing or stale list with the first search, which is usually spelled right, so a later misspelled one
 * need not wait.
 */
export function preloadWords(): void {
	const copy = cachedList()
	// A search that needs the list reports the error.
	if (!copy.list || Date.now() - copy.list.copiedAt > CACHE_MS) readAgain(copy).catch(() => undefined)
}

async function wordList(): Promise<WordList> {
	preloadWords()
	const copy = cachedList()
	return copy.list ?? readAgain(copy)
}

/** Returns the cost of a replaced letter: letters that sound alike are confused more often. */
const slip = (one: string | undefined, other: string | undefined) => (areAlike(one, other) ? 1 : 1.5)

/**
 * Returns the edit distance of two words, with a transposition as one edit, up to `most`; beyond that `most + 1`.
 * @param swap returns the cost of a replaced letter; 1 by default.
 */
export function distanceOf(one: string, other: string, most: number, swap?: typeof slip): number {
	const tooFar = most + 1
	if (Math.abs(one.length - other.length) > most) return tooFar
	let before: number[] = []
	let last = Array.from({ length: other.length + 1 }, (_, at) => at)
	for (let i = 1; i <= one.length; i++) {
		const row: number[] = new Array(other.length + 1).fill(tooFar)
		if (i <= most) row[0] = i
		let least = row[0] as number
		// Outside this band, more letters are missing than allowed.
		for (let j = Math.max(1, i - most); j <= Math.min(other.length, i + most); j++) {
			const isSame = one.charCodeAt(i - 1) === other.charCodeAt(j - 1)
			const cost = isSame ? 0 : swap ? swap(one[i - 1], other[j - 1]) : 1
			let best = Math.min((last[j] as number) + 1, (row[j - 1] as number) + 1, (last[j - 1] as number) + cost)
			const isTurned = !isSame && i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
			if (isTurned) best = Math.min(best, (before[j - 2] as number) + 1)
			row[j] = best
			least = Math.min(least, best)
		}
		if (least > most) return tooFar
		before = last
		last = row
	}
	return Math.min(last[other.length] as number, tooFar)
}

/** Discount for a word with the same sound. */
const SAME_SOUND = 0.5

/** Returns the distance of two words by spelling; undefined if too far. */
const letterDistance = (typed: string, near: string, most: number) =>
	distanceOf(typed, near, most) > most ? undefined : distanceOf(typed, near, 2 * most, slip)

/** Returns the distance of two words with the same sound, by their vowels; undefined beyond a third of the length. */
function soundDistance(typed: string, near: string): number | undefined {
	const [one, other] = [heardOf(typed), heardOf(near)]
	const most = Math.floor(other.length / 3)
	const distance = distanceOf(one, other, most)
	return distance > most ? undefined : distance - SAME_SOUND
}

const least = (...numbers: Array<number | undefined>) =>
	Math.min(...numbers.map((one) => one ?? Number.POSITIVE_INFINITY))

/** Finds corrections for a word without matches, nearest first, then most frequent. */
export async function suggestCorrections(word: string, isMember: boolean): Promise<string[]> {
	const folded = foldWord(word)
	if (folded.length < SHORTEST || folded.length > LONGEST || /\P{L}/u.test(folded)) return []
	const most = folded.length >= 8 ? 2 : 1
	const found = new Map<string, { far: number; count: number }>()
	const list = await wordList()
	const heard = new Set(list.soundingLike(folded))
	for (const near of new Set([...list.alike(folded, most), ...heard])) {
		const isAllowed = near.publicDocs > 0 || (isMember && near.memberAuthors >= ENOUGH_AUTHORS)
		if (!isAllowed || near.word === folded) continue
		const far = least(
			letterDistance(folded, near.word, most),
			heard.has(near) ? soundDistance(folded, near.word) : undefined,
		)
		if (far !== Number.POSITIVE_INFINITY)
			found.set(near.word, { far, count: near.publicDocs + (isMember ? near.memberAuthors : 0) })
	}
	return [...found]
		.toSorted(([, one], [, other]) => one.far - other.far || other.count - one.count)
		.slice(0, 5)
		.map(([near]) => near)
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
	for (const text of texts) for (const word of wordsIn(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
	const entries = [...counts]
	const { list } = cachedList()
	for (let from = 0; from < entries.length; from += CHUNK) {
		const chunk = entries.slice(from, from + CHUNK)
		await db().run(sql`insert into search_words (word, public_docs, member_authors)
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
		await db().run(sql`insert into search_words (word, public_docs, member_authors)
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
			await db().run(sql`delete from search_words where word in (select value from json_each(${JSON.stringify(gone)}))`)
		const last = known.at(-1)
		if (!last || known.length < CHUNK) break
		after = last.word
		await yieldToEventLoop()
	}
	// The cached list is outdated, and a pending read may mix both counts.
	const copy = cachedList()
	await copy.reading?.catch(() => undefined)
	await readAgain(copy)
}

/** Checks whether a word may be suggested to any viewer; others are not stored. */
export const isKept = ({ publicDocs, memberAuthors }: Omit<WordCount, 'word'>) =>
	publicDocs > 0 || memberAuthors >= ENOUGH_AUTHORS

export const countWordsStatement = () => db().select({ words: sql<number>`count(*)` }).from(searchWords)
