import type { SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { SignedInUser } from '#src/lib/api/auth-state.ts'
import type { SearchTab } from '#src/lib/lists/search-tabs.ts'

// Interface through which features make their content searchable. `src/app/search/sources.ts` lists all sources.

/** The searcher; undefined for a visitor. */
export type SearchViewer = SignedInUser | undefined

/** Audience of an indexed item: everyone, or members with access to it. */
export type SearchAudience = 'public' | 'members'

type SourceKind = 'episode' | 'course' | 'module' | 'session'

export interface SearchPart {
	part: 'about' | 'chapter' | 'passage'
	heading?: string
	text: string
	startMs?: number | null
	endMs?: number | null
	speaker?: string | null
	anchor?: string
	times?: ReadonlyArray<readonly [place: number, ms: number]> | null
}

export interface Searchable {
	audience: SearchAudience
	parts: readonly SearchPart[]
}

export interface ShownSource {
	title: string
	/** Label of the item's context, such as `Episode 41`. */
	context: string
	path: string
	/** Creation time, for sorting newest first. */
	at: Date | null
}

export interface SearchSources {
	parts: readonly PartSource[]
	posts: readonly PostSource[]
}

export interface PartSource {
	kind: SourceKind
	tab: SearchTab
	/** Returns the next ids, oldest first, because items indexed later rank higher. */
	idsAfter(after: string | undefined, limit: number): Promise<string[]>
	/** Returns the audience of each item. Omits missing items and items without an audience. */
	audiencesOf(ids: readonly string[]): Promise<ReadonlyMap<string, SearchAudience>>
	/** Returns an item's current parts; undefined if the item is missing or visible only to admins. */
	read(id: string): Promise<Searchable | undefined>
	/** Returns the items that `reader` may read. Checks the source tables, because the index may be out of date. */
	show(ids: readonly string[], reader: SearchViewer): Promise<ReadonlyMap<string, ShownSource>>
}

export interface TextIndex {
	table: string
	/** Table whose `seq` is the rowid of the index. */
	rows: string
	/**
	 * Column of titles, if there is one. If `mark` is set, title words are indexed with this prefix, so that they match
	 * only titles, not every row that contains the word.
	 */
	title?: string
	mark?: string
	columns: string
	/** Additional FTS5 filter, such as `tags : kpodcast`. */
	within?: string
	/** SQL condition on matching rows, such as access to the item they are from. */
	only?: SQL
	/** Maximum number of newest matching rows to check for `only`; by default, all. */
	maxChecked?: number
	/** Whether prefixes of three to five letters are indexed. */
	hasPrefixes: boolean
}

interface ShownPost {
	id: string
	title: string
	text: string
	url: string
	context: string
	at: Date
	boost: number
	owner: string
}

/** Source of members' posts. Triggers maintain the index. */
export interface PostSource {
	kind: 'question' | 'answer'
	tab: SearchTab
	index: TextIndex
	show(seqs: readonly number[]): Promise<ReadonlyMap<number, ShownPost>>
	/** Returns the text of the next posts with their authors, to find words that several members use. */
	textsAfter(seq: number, limit: number): Promise<Array<{ seq: number; authorId: string | null; text: string }>>
	/** Returns statements that update the joined words (joined-words.ts) of a range of rows, if they changed. */
	joinWords(after: number, upTo: number): Promise<Array<BatchItem<'sqlite'>>>
	/** Reindexes a range of rows, for indexes that can be rebuilt in parts. */
	reindex?(after: number, upTo: number): BatchItem<'sqlite'>
	lastSeq(): Promise<number>
	/** Returns titles with this prefix, newest first. Undefined for sources without titles. */
	suggest?(prefix: string, limit: number): Promise<Array<{ title: string; url: string }>>
}
