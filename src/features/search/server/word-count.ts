import { asc, gt } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { libraryParts } from '#db/schema/search.ts'
import type { PostSource, SearchSources } from '#src/platform/search/search-source.ts'
import { ENOUGH_AUTHORS, isKept, saveWords, textsIn } from './word-list.ts'

const TEXTS = 120

interface Count {
	publicDocs: number
	/** Ids of members who wrote the word, up to `ENOUGH_AUTHORS`. */
	authors: string[]
}
type Counted = Map<string, Count>

function countOf(counted: Counted, word: string): Count {
	const known = counted.get(word)
	if (known) return known
	const count: Count = { publicDocs: 0, authors: [] }
	counted.set(word, count)
	return count
}

function countPost(counted: Counted, text: string, authorId: string): void {
	for (const word of textsIn(text)) {
		const { authors } = countOf(counted, word)
		if (authors.length < ENOUGH_AUTHORS && !authors.includes(authorId)) authors.push(authorId)
	}
}

/** Runs between two slices: requests and indexing come first. False stops the count. */
type Between = () => Promise<boolean>

async function countPublic(counted: Counted, between: Between): Promise<boolean> {
	for (let after = 0; ; ) {
		const rows = await db()
			.select({ seq: libraryParts.seq, heading: libraryParts.heading, text: libraryParts.text })
			.from(libraryParts)
			.where(gt(libraryParts.seq, after))
			.orderBy(asc(libraryParts.seq))
			.limit(TEXTS)
		for (const { heading, text } of rows)
			for (const word of textsIn(`${heading}\n${text}`)) countOf(counted, word).publicDocs++
		const last = rows.at(-1)
		if (!last) return true
		after = last.seq
		if (!(await between())) return false
	}
}

async function countPosts(counted: Counted, source: PostSource, between: Between): Promise<boolean> {
	for (let after = 0; ; ) {
		const rows = await source.textsAfter(after, TEXTS)
		// Deleted authors do not count, since they cannot be told apart.
		for (const { authorId, text } of rows) if (authorId !== null) countPost(counted, text, authorId)
		const last = rows.at(-1)
		if (!last) return true
		after = last.seq
		if (!(await between())) return false
	}
}

export async function countWords({ posts }: SearchSources, between: Between): Promise<boolean> {
	const counted: Counted = new Map()
	if (!(await countPublic(counted, between))) return false
	for (const source of posts) if (!(await countPosts(counted, source, between))) return false
	const wordsToSave = new Map<string, { publicDocs: number; memberAuthors: number }>()
	for (const [word, { publicDocs, authors }] of counted) {
		const counts = { publicDocs, memberAuthors: authors.length }
		if (isKept(counts)) wordsToSave.set(word, counts)
	}
	await saveWords(wordsToSave)
	return true
}
