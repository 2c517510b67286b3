import type { RequestListener } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { db, write } from '#db/client.ts'
import { publishEvents } from '#db/schema/operations.ts'
import { episodes, podcastFeed, podcastFeedStatus } from '#db/schema/podcast.ts'
import type { RefreshOptions } from '#src/features/podcast/server/feed/refresh.ts'
import { getWholePodcast, refreshFeed } from '#src/features/podcast/server/service.ts'
import { log } from '#src/platform/log.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { type FeedServer, feedAnswer, startFeedServer } from '#tests/support/servers/feed-server.ts'

let database: TestDatabase
let written = 0
export let server: FeedServer
let warnings: Array<Record<string, unknown>>

/** A server for feeds, and a database that each test finds without one. A warning that a test does not take fails it. */
export function setUpPodcast(): void {
	beforeAll(async () => {
		database = await freshDatabase()
		countWrites(database)
		server = await startFeedServer(feedAnswer(''))
	})
	afterAll(async () => {
		await server.close()
		await database.discard()
	})
	beforeEach(async () => {
		await write(
			db().delete(podcastFeed),
			db().delete(podcastFeedStatus),
			db().delete(episodes),
			db().delete(publishEvents),
		)
		server.requests.length = 0
		warnings = []
		vi.spyOn(log, 'warn').mockImplementation((...line: unknown[]) => {
			warnings.push({ ...(line[0] as object), line: line[1] })
		})
	})
	afterEach(() => expect(warnings, 'a warning that the test does not speak of').toEqual([]))
}

/** The warnings so far; the test has seen them. */
export const takeWarnings = () => warnings.splice(0)

/** One round over the feed of the server. */
export const refresh = (overrides: Partial<RefreshOptions> = {}) =>
	refreshFeed({ feedUrl: server.url, allowPrivate: true, ...overrides })

/** Rows inserted, changed or deleted so far, by what the driver was told of each statement. */
export const rowsWritten = () => written

/** From here on counts for `rowsWritten`. SQLite's own sum is one connection's, and a server has many. */
function countWrites({ client }: TestDatabase): void {
	const { batch, execute } = client
	client.batch = async (statements, mode) => {
		const results = await batch(statements, mode)
		for (const { rowsAffected } of results) written += rowsAffected
		return results
	}
	client.execute = async (...given: Parameters<typeof execute>) => {
		const result = await execute(...given)
		written += result.rowsAffected
		return result
	}
}

/** The pages that were asked to be rebuilt. */
export const published = async () => (await db().select().from(publishEvents)).map(({ path }) => path)

/** The titles of the stored episodes. */
export const titles = async () => (await getWholePodcast()).episodes.map(({ title }) => title)

/** Lets the server answer so, and makes one round. */
export async function serveAndRefresh(answer: RequestListener, overrides?: Partial<RefreshOptions>) {
	server.answer = answer
	return refresh(overrides)
}
