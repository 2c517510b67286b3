import type { EpisodeDetail, Transcript } from '../library-contract.ts'

/** The podcast's data on the library pages. */
export interface Show {
	title: string
	description: string
	image: string | null
	author: string | null
	/** Null if the URL has a query string, which may contain a key. */
	feedUrl: string | null
	language: string | null
}

/** An episode in the list. */
export type ListedEpisode = Pick<
	EpisodeDetail,
	| ('id' | 'slug' | 'title' | 'description' | 'pubDate' | 'duration')
	| ('imageUrl' | 'season' | 'number' | 'type' | 'hasTranscript')
>

/** Public pages of this site that an episode's page links to. */
export interface Related {
	courses: Array<{ title: string; href: string }>
	modules: Array<{ title: string; courseTitle: string; href: string }>
}

/** Data of an episode's page. The cues themselves are in the files next to it. */
export interface EpisodePageContent {
	show: Show
	episode: EpisodeDetail
	transcript: (Transcript & { isTimed: boolean }) | null
	related: Related
}
