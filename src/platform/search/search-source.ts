import type { SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { SignedInUser } from '#src/lib/api/auth-state.ts'
import type { SearchTab } from '#src/lib/lists/search-tabs.ts'

// What a feature gives the search of what it owns, without knowing the search. `src/app/search/sources.ts` has the list.

/** Who searches; undefined for a visitor. */
export type SearchViewer = SignedInUser | undefined

/** For whom something is indexed: everybody, or members as far as it is open to each. */
export type SearchAudience = 'public' | 'members'

export type SourceKind = 'episode' | 'course' | 'module' | 'session'

/** Something by which a thing is found: itself, a chapter of it, or what is said in it. */
export interface SearchPart {
	part: 'about' | 'chapter' | 'passage'
	heading?: string
	text: string
	startMs?: number | null
	endMs?: number | null
	speaker?: string | null
	/** Where on the page it stands. */
	anchor?: string
	times?: ReadonlyArray<readonly [place: number, ms: number]> | null
}

/** All by which one thing is found. */
export interface Searchable {
	audience: SearchAudience
	parts: readonly SearchPart[]
}

/** A thing as its owner shows it to somebody who may read it. */
export interface ShownSource {
	title: string
	/** What tells where one is, such as `Episode 41`. */
	context: string
	/** Its address, without the place in it. */
	path: string
	/** When it was made, for the newer to come first. */
	at: Date | null
}

/** All that is searched. */
export interface SearchSources {
	parts: readonly PartSource[]
	posts: readonly PostSource[]
}

/** A kind of thing that is indexed in parts. */
export interface PartSource {
	kind: SourceKind
	tab: SearchTab
	/** The next ids of all there are, oldest first: what is indexed last comes first. */
	idsAfter(after: string | undefined, limit: number): Promise<string[]>
	/** For whom each of these is indexed; what is not for anybody, or not there, is left out. */
	audiencesOf(ids: readonly string[]): Promise<ReadonlyMap<string, SearchAudience>>
	/** What it is found by now; undefined where it is for nobody but admins, or not there. */
	read(id: string): Promise<Searchable | undefined>
	/** Those of these that `reader` may read, asked of the tables they stand in: the index is never believed. */
	show(ids: readonly string[], reader: SearchViewer): Promise<ReadonlyMap<string, ShownSource>>
}

/** A full-text index, by the names of its columns. */
export interface TextIndex {
	table: string
	/** The table whose `seq` its row numbers are. */
	rows: string
	/**
	 * The column of titles, if it has one; `mark` where their words stand in it with this letter before them. Then they are
	 * found among titles alone, and not in every row that has the word somewhere.
	 */
	title?: string
	mark?: string
	/** All columns of text. */
	columns: string
	/** A condition beside the words, such as `tags : kpodcast`. */
	within?: string
	/** A condition on its rows, such as that their owner is open to the reader: asked of each that has the words. */
	only?: SQL
	/** So many rows that have the words are asked for that condition, the newest; without it all of them. */
	asked?: number
	/** Beginnings of three to five letters are indexed too. */
	hasBeginnings: boolean
}

/** A post of the forum that was found. */
export interface ShownPost {
	id: string
	title: string
	text: string
	url: string
	context: string
	at: Date
	/** What it gains in the order of results. */
	boost: number
	/** Posts of one owner stand together. */
	owner: string
}

/** Posts of members, with an index of their own that triggers keep. */
export interface PostSource {
	kind: 'question' | 'answer'
	tab: SearchTab
	index: TextIndex
	/** By their numbers in the index. */
	show(seqs: readonly number[]): Promise<ReadonlyMap<number, ShownPost>>
	/** The next texts with who wrote them, for the words that several members use. */
	textsAfter(seq: number, limit: number): Promise<Array<{ seq: number; authorId: string | null; text: string }>>
	/** Writes the joined words of these numbers anew (joined-words.ts), where they are others now. */
	joinWords(after: number, upTo: number): Promise<Array<BatchItem<'sqlite'>>>
	/** Writes what its index has of these numbers anew, where the index can be written in parts. */
	reindex?(after: number, upTo: number): BatchItem<'sqlite'>
	/** The highest number there is. */
	lastSeq(): Promise<number>
	/** Titles that begin so, newest first, where it has titles. */
	suggest?(beginning: string, limit: number): Promise<Array<{ title: string; url: string }>>
}
