import { defineAuditActions } from '#src/platform/audit.ts'

export const actions = defineAuditActions({
	'episode.transcript-saved': 'Transcript of an episode replaced',
	'episode.transcript-removed': 'Transcript of an episode removed',
	'episode.speakers-renamed': 'Speakers of an episode renamed',
	'episode.chapters-saved': 'Chapters of an episode changed',
	'episode.links-saved': 'Courses of an episode changed',
	'episode.refetched': 'Transcript and chapters of an episode fetched again',
})
