import type { EpisodeDetail } from '../library-contract.ts'

/** Returns an episode's chapters as a JSON chapters file of the podcast namespace (version 1.2). */
export const chaptersJson = ({ title, chapters }: Pick<EpisodeDetail, 'title' | 'chapters'>): string =>
	JSON.stringify({
		version: '1.2.0',
		title,
		chapters: chapters.map((chapter) => ({
			startTime: chapter.start,
			...(chapter.end === null ? {} : { endTime: chapter.end }),
			title: chapter.title,
			...(chapter.url ? { url: chapter.url } : {}),
		})),
	})
