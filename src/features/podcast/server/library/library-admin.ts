import { and, eq, type SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { db } from '#db/client.ts'
import { episodeTranscripts } from '#db/schema/podcast.ts'
import { write } from '#db/write.ts'
import { ApiError, httpError } from '#src/lib/api/errors.ts'
import { isSafeLink } from '#src/lib/site/links.ts'
import { type Cue, clock, speakersOf } from '#src/lib/text/cues.ts'
import { type AuditAction, recordAudit } from '#src/platform/audit.ts'
import type { Context, Service } from '#src/platform/endpoint/handle.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import { orderedChapters } from '#src/platform/transcripts/read-chapters.ts'
import * as contracts from '../../library-admin-contract.ts'
import { actions } from '../audit-actions.ts'
import { FeedError } from '../feed/feed-error.ts'
import { transcriptInWorker } from '../feed/parse/parse-in-worker.ts'
import { feedSettings } from '../feed/refresh.ts'
import type { EpisodeRow } from '../feed/store.ts'
import { packCues, unpackCues } from './cue-blob.ts'
import { findEpisode, readTranscriptOf, shownTranscript } from './episode-pages.ts'
import { withState } from './library-episodes.ts'
import { chapterRows, markChanged, readFilesOf } from './read-files.ts'

async function requireEpisode(id: string): Promise<EpisodeRow> {
	const episode = await findEpisode(id)
	if (!episode) throw httpError(contracts.saveTranscript.errors.notFound)
	return episode
}

const auditEntry = (action: AuditAction, episode: EpisodeRow, { user }: Context<'admin'>) =>
	recordAudit({ actor: user, action, subject: { type: 'episode', id: episode.id, name: episode.title } })

/** Writes a change to an episode with its audit entry, and republishes its pages. */
async function save(episode: EpisodeRow, change: readonly BatchItem<'sqlite'>[], audit: ReturnType<typeof auditEntry>) {
	await write(...change, audit, ...markChanged(episode.id, episode.slug, new Date()))
	wake('publisher')
}

/** Fraction of the episode's length by which a transcript may exceed it. A longer one is for another episode. */
const MAX_OVERRUN = 0.02

/** @throws {ApiError} 400 if the cues end well after the episode. @returns a warning if they end slightly after it. */
function lengthWarning(cues: readonly Cue[], seconds: number | null): string[] {
	const end = cues.reduce((latest, cue) => Math.max(latest, cue.end), 0) / 1000
	if (seconds === null || end <= seconds) return []
	const [status, text] = contracts.saveTranscript.errors.pastEnd
	const sentence = `${text} (${clock(end)} of ${clock(seconds)})`
	if (end > seconds * (1 + MAX_OVERRUN)) throw new ApiError(status, sentence)
	return [sentence]
}

const adminRow = (episodeId: string, language: string | null, isTimed: boolean, cues: readonly Cue[]) => {
	const row = { language, isTimed, cues: packCues(cues), changedAt: new Date() }
	return db()
		.insert(episodeTranscripts)
		.values({ episodeId, source: 'admin', ...row })
		.onConflictDoUpdate({ target: [episodeTranscripts.episodeId, episodeTranscripts.source], set: row })
}

const TYPES = { vtt: 'text/vtt', srt: 'application/srt', json: 'application/json', text: 'text/plain' } as const

export const saveTranscript: Service<typeof contracts.saveTranscript> = async ({ params, body }, context) => {
	const { errors } = contracts.saveTranscript
	const episode = await requireEpisode(params.id)
	const parsed = await transcriptInWorker(Buffer.from(body.text), TYPES[body.format]).catch((error: unknown) => {
		if (!(error instanceof FeedError)) throw error
		const reason = error.failure === 'too-complex' ? 'it takes too long to read' : error.message
		throw new ApiError(errors.unreadable[0], `${errors.unreadable[1]}: ${reason}`)
	})
	const warnings = [...parsed.warnings, ...(parsed.isTimed ? lengthWarning(parsed.cues, episode.duration) : [])]
	const current = await readTranscriptOf(episode.id)
	if (current?.source === 'feed' && !body.keep) throw httpError(errors.inUse)
	const row = adminRow(episode.id, current?.language ?? null, parsed.isTimed, parsed.cues)
	await save(episode, [row], auditEntry(actions['episode.transcript-saved'], episode, context))
	return { cues: parsed.cues.length, speakers: speakersOf(parsed.cues), warnings }
}

const isAdminTranscript = (episodeId: string) =>
	and(eq(episodeTranscripts.episodeId, episodeId), eq(episodeTranscripts.source, 'admin')) as SQL

export const deleteTranscript: Service<typeof contracts.deleteTranscript> = async ({ params }, context) => {
	const episode = await requireEpisode(params.id)
	if ((await readTranscriptOf(episode.id))?.source !== 'admin') throw httpError(contracts.deleteTranscript.errors.none)
	const removal = db().delete(episodeTranscripts).where(isAdminTranscript(episode.id))
	await save(episode, [removal], auditEntry(actions['episode.transcript-removed'], episode, context))
	return undefined
}

export const renameSpeakers: Service<typeof contracts.renameSpeakers> = async ({ params, body }, context) => {
	const episode = await requireEpisode(params.id)
	const rows = await db().select().from(episodeTranscripts).where(eq(episodeTranscripts.episodeId, episode.id))
	const shown = shownTranscript(rows)
	if (!shown) throw httpError(contracts.renameSpeakers.errors.none)
	const names = new Map(body.names.map(({ from, to }) => [from, to || null]))
	const cues = unpackCues(shown.cues).map((cue) => ({
		...cue,
		speaker: cue.speaker !== null && names.has(cue.speaker) ? (names.get(cue.speaker) ?? null) : cue.speaker,
	}))
	// Stored as the admin's transcript: the next fetch from the feed may bring back the old names.
	const row = adminRow(episode.id, shown.language, shown.isTimed, cues)
	await save(episode, [row], auditEntry(actions['episode.speakers-renamed'], episode, context))
	return { cues: cues.length, speakers: speakersOf(cues), warnings: [] }
}

export const saveChapters: Service<typeof contracts.saveChapters> = async ({ params, body }, context) => {
	const { errors } = contracts.saveChapters
	const episode = await requireEpisode(params.id)
	const { duration } = episode
	if (duration !== null && body.chapters.some(({ start }) => start > duration)) throw httpError(errors.pastEnd)
	if (body.chapters.some(({ url }) => url && !isSafeLink(url))) throw httpError(errors.address)
	const starts = body.chapters.map(({ start }) => Math.floor(start))
	if (new Set(starts).size < starts.length) throw httpError(errors.twice)
	const chapters = body.chapters.map(({ start, title, url }) => ({
		start: start * 1000,
		end: null,
		title,
		url: url || null,
	}))
	const rows = chapterRows(episode.id, 'admin', orderedChapters(chapters))
	await save(episode, rows, auditEntry(actions['episode.chapters-saved'], episode, context))
	return undefined
}

export const refetchEpisode: Service<typeof contracts.refetchEpisode> = async ({ params }, context) => {
	const episode = await requireEpisode(params.id)
	if (!(await readFilesOf(episode.id, feedSettings()))) throw httpError(contracts.refetchEpisode.errors.nothing)
	await write(auditEntry(actions['episode.refetched'], episode, context))
	const [state] = await withState([episode])
	if (!state) throw httpError(contracts.refetchEpisode.errors.notFound)
	return state
}
