import type { BodyInput } from '#src/lib/api/contract.ts'
import { mutation, query } from '#src/lib/api/query.ts'
import { list } from '#src/lib/api/query-list.ts'
import { getPodcast, refreshPodcast } from './contract.ts'
import {
	deleteTranscript,
	getLibraryEpisode,
	listLibraryEpisodes,
	refetchEpisode,
	renameSpeakers,
	saveChapters,
	saveEpisodeLinks,
	saveTranscript,
	type TranscriptFilter,
} from './library-admin-contract.ts'

/** Makes the server fetch the feed now. */
export const refreshPodcastMutation = mutation(refreshPodcast, {
	failed: ['Error', 'Failed to fetch podcast data'],
	refreshes: [getPodcast, listLibraryEpisodes],
})

/** Lists episodes, newest first, filtered by title or by transcript state. */
export const listLibraryEpisodesQuery = (search: string, transcript: TranscriptFilter | '') =>
	list(listLibraryEpisodes, { query: { ...(search ? { search } : {}), ...(transcript ? { transcript } : {}) } })

/** Fetches one episode with all editable fields. */
export const getLibraryEpisodeQuery = (id: string) => query(getLibraryEpisode, { params: { id } })

const affectedQueries = [getLibraryEpisode, listLibraryEpisodes]

/** Saves a transcript. Errors appear in its form. */
export const saveTranscriptMutation = (id: string) =>
	mutation(saveTranscript, {
		input: (body: BodyInput<typeof saveTranscript>) => ({ params: { id }, body }),
		fallback: 'The transcript could not be saved',
		refreshes: affectedQueries,
	})

export const deleteTranscriptMutation = (id: string) =>
	mutation(deleteTranscript, {
		input: () => ({ params: { id } }),
		done: 'Transcript removed',
		fallback: 'The transcript could not be removed',
		refreshes: affectedQueries,
	})

export const renameSpeakersMutation = (id: string) =>
	mutation(renameSpeakers, {
		input: (body: BodyInput<typeof renameSpeakers>) => ({ params: { id }, body }),
		done: 'Names changed',
		fallback: 'The names could not be changed',
		refreshes: affectedQueries,
	})

export const saveChaptersMutation = (id: string) =>
	mutation(saveChapters, {
		input: (body: BodyInput<typeof saveChapters>) => ({ params: { id }, body }),
		done: 'Chapters saved',
		fallback: 'The chapters could not be saved',
		refreshes: affectedQueries,
	})

export const saveEpisodeLinksMutation = (id: string) =>
	mutation(saveEpisodeLinks, {
		input: (body: BodyInput<typeof saveEpisodeLinks>) => ({ params: { id }, body }),
		done: 'Courses saved',
		fallback: 'The courses could not be saved',
		refreshes: affectedQueries,
	})

/** Fetches an episode's transcript and chapters again from the URLs in the feed, and reports the result. */
export const refetchEpisodeMutation = mutation(refetchEpisode, {
	input: (id: string) => ({ params: { id } }),
	done: ({ transcript, chapters }) => {
		const error = transcript.error ?? chapters.error
		return error ? { title: 'It could not be read', description: error, variant: 'destructive' } : 'Fetched again'
	},
	failed: ['It could not be fetched again', 'That did not work'],
	refreshes: affectedQueries,
})
