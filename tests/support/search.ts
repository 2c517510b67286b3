import { afterAll, beforeAll, beforeEach } from 'vitest'
import { db } from '#db/client.ts'
import { episodeChapters, episodePeople, episodes, episodeTranscripts, podcastFeed } from '#db/schema/podcast.ts'
import { write } from '#db/write.ts'
import { searchSources } from '#src/app/search/sources.ts'
import { createSession } from '#src/features/coaching/contract.ts'
import { packCues } from '#src/features/podcast/server/library/cue-blob.ts'
import { createCategory } from '#src/features/questions/category-contract.ts'
import { createComment, createQuestion } from '#src/features/questions/contract.ts'
import { type Hits, search } from '#src/features/search/contract.ts'
import { runSearchIndex } from '#src/features/search/server/index-job.ts'
import { forgetSearches } from '#src/features/search/server/service.ts'
import type { Cue } from '#src/lib/text/cues.ts'
import { callApi, createPrincipals, type Principal, type PrincipalName, type Reply } from './api/api.ts'
import { freshDatabase, type TestDatabase } from './api/database.ts'
import { makeCourse, makeModule } from './courses/courses.ts'

export let database: TestDatabase
export let as: Record<PrincipalName, Principal>
export let category: string

/** Sets up an empty database with callers of each kind for each test. */
export function setUpSearch(): void {
	beforeEach(async () => {
		database = await freshDatabase()
		as = await createPrincipals()
		const made = await callApi(createCategory, { as: as.admin, body: { name: 'Intake', parentCategoryId: null } })
		category = (made.json as { id: string }).id
		forgetSearches()
		return () => database.discard()
	})
}

/** Sets up a database with callers of each kind once for all tests of a file, and fills it. */
export function setUpSearchOnce(fill: () => Promise<void>): void {
	beforeAll(async () => {
		database = await freshDatabase()
		as = await createPrincipals()
		const made = await callApi(createCategory, { as: as.admin, body: { name: 'Intake', parentCategoryId: null } })
		category = (made.json as { id: string }).id
		await fill()
	})
	beforeEach(() => forgetSearches())
	afterAll(() => database.discard())
}

/** Runs the index job on all queued work. */
export const indexAll = (now = Date.now()) => runSearchIndex(searchSources(), { holder: 'here', now })

export interface Spoken {
	id: string
	title: string
	notes?: string
	number?: number
	pubDate?: Date
	people?: string[]
	chapters?: Array<[startMs: number, title: string]>
	cues?: Cue[]
}

/** Creates an episode with its transcript and chapters. */
export async function makeEpisode({
	id,
	title,
	notes = '',
	number,
	pubDate,
	people = [],
	chapters = [],
	cues,
}: Spoken) {
	const when = pubDate ?? new Date(Date.UTC(2026, 0, 5))
	await write(
		db()
			.insert(podcastFeed)
			.values({
				...{ id: 1, url: 'https://feed.example/', title: 'The Second Chair', description: 'A show' },
				...{ contentHash: 'x', changedAt: when },
			})
			.onConflictDoNothing(),
		db()
			.insert(episodes)
			.values({
				...{ id, slug: id, position: 0, title, description: notes, number: number ?? null },
				...{ pubDate: when, duration: 3600, audioUrl: 'https://audio.example/1.mp3' },
			}),
		...people.map((name, ordinal) => db().insert(episodePeople).values({ episodeId: id, ordinal, name, role: 'host' })),
		...chapters.map(([startMs, text], ordinal) =>
			db().insert(episodeChapters).values({ episodeId: id, source: 'feed', ordinal, startMs, title: text }),
		),
		...(cues
			? [
					db()
						.insert(episodeTranscripts)
						.values({ episodeId: id, source: 'feed', isTimed: true, cues: packCues(cues), changedAt: when }),
				]
			: []),
	)
}

/** Returns consecutive cues of five seconds each. */
export const cuesOf = (texts: readonly string[], speaker: string | null = null, from = 0): Cue[] =>
	texts.map((text, at) => ({ start: from + at * 5_000, end: from + (at + 1) * 5_000, speaker, text }))

async function made(reply: Reply): Promise<string> {
	if (reply.status !== 201) throw new Error(`${reply.status} ${reply.text}`)
	return (reply.json as { id: string }).id
}

export const ask = async (title: string, body: string, who = as.member) =>
	made(await callApi(createQuestion, { as: who, body: { title, body, categoryId: category } }))
export const answer = async (id: string, body: string, who = as.otherMember) =>
	made(await callApi(createComment, { as: who, params: { id }, body: { body } }))
export const meet = async (title: string, description: string) =>
	made(
		await callApi(createSession, {
			as: as.admin,
			body: {
				...{ title, description, durationMinutes: 60, timeZone: 'Europe/London' },
				...{ scheduledAt: '2090-01-01T00:00:00Z', zoomLink: 'https://zoom.example/j/1' },
			},
		}),
	)
export const teach = (overrides: Record<string, unknown> = {}) => makeCourse(as.admin, overrides)
export const part = (courseId: string, overrides: Record<string, unknown> = {}) =>
	makeModule(as.admin, courseId, overrides)

/** Sends a search. */
export const reply = (q: string, who: Principal, query: Record<string, string> = {}) =>
	callApi(search, { as: who, query: { q, ...query } })
/** Returns the hits by group. */
export async function found(q: string, who: Principal, query: Record<string, string> = {}): Promise<Hits> {
	const answered = await reply(q, who, query)
	if (answered.status !== 200) throw new Error(`${answered.status} ${answered.text}`)
	return answered.json as Hits
}
/** Returns all hits, regardless of group. */
export const hits = async (q: string, who: Principal, query: Record<string, string> = {}) =>
	(await found(q, who, query)).groups.flatMap((group) => group.hits)
/** Returns the kinds and addresses of all hits. */
export const urls = async (q: string, who: Principal) => (await hits(q, who)).map(({ kind, url }) => `${kind} ${url}`)
