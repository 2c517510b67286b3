import type { EpisodeDetail, Transcript } from '../library-contract.ts'

/** What the pages of the library say of the show. */
export interface Show {
	title: string
	description: string
	image: string | null
	author: string | null
	/** Null where it has a query, which may hold a key. */
	feedUrl: string | null
	language: string | null
}

/** An episode in the list. */
export interface ListedEpisode {
	id: string
	slug: string
	title: string
	description: string
	pubDate: string | null
	duration: number | null
	imageUrl: string | null
	season: number | null
	number: number | null
	type: 'full' | 'trailer' | 'bonus'
	hasTranscript: boolean
}

/** What else of this site an episode's page leads to: what everybody may read. */
export interface Related {
	courses: Array<{ title: string; href: string }>
	modules: Array<{ title: string; courseTitle: string; href: string }>
}

/** What an episode's page shows: the cues themselves are for the files beside it. */
export interface EpisodePageContent {
	show: Show
	episode: EpisodeDetail
	transcript: (Transcript & { isTimed: boolean }) | null
	related: Related
}
