import type { SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { SignedInUser } from '#src/lib/api/auth-state.ts'
import type { SearchTab } from '#src/lib/lists/search-tabs.ts'

// Interface by which features make their content searchable. `src/app/search/sources.ts` has the list.

/** The searcher; undefined for a visitor. */
export type SearchViewer = SignedInUser | undefined

/** For whom something is indexed: everybody, or members as far as it is open to each. */
export type SearchAudience = 'public' | 'members'

export type SourceKind = 'episode' | 'course' | 'module' | 'session'

/** A searchable part: the item itself, a chapter, or a piece of its transcript. */
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

/** All searchable parts of an item. */
export interface Searchable {
	audience: SearchAudience
	parts: readonly SearchPart[]
}

/** An item as shown to a reader with access. */
export interface ShownSource {
	title: string
	/** What tells where one is, such as `Episode 41`. */
	context: string
	/** Its address, without the place in it. */
	path: string
	/** Creation time, for sorting newest first. */
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
	/** Returns the audience of each; omits missing items and those for nobody. */
	audiencesOf(ids: readonly string[]): Promise<ReadonlyMap<string, SearchAudience>>
	/** Returns an item's current parts; undefined if missing or for admins only. */
	read(id: string): Promise<Searchable | undefined>
	/** Returns those that `reader` may read, according to the source tables: the index is not trusted. */
	show(ids: readonly string[], reader: SearchViewer): Promise<ReadonlyMap<string, ShownSource>>
}

/** A full-text index, by the names of its columns. */
export interface TextIndex {
	table: string
	/** Table whose `seq` is the rowid. */
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
	/** Condition on matching rows, such as access to their owner. */
	only?: SQL
	/** Maximum newest matching rows to check for `only`; all by default. */
	asked?: number
	/** Whether prefixes of three to five letters are indexed. */
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
	/** Bonus in the ranking. */
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
