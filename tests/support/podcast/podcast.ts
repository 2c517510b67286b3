import type { RequestListener } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { db } from '#db/client.ts'
import { publishEvents } from '#db/schema/platform/operations.ts'
import { episodes, podcastFeed, podcastFeedStatus } from '#db/schema/podcast.ts'
import { write } from '#db/write.ts'
import type { RefreshOptions } from '#src/features/podcast/server/feed/refresh.ts'
import { getWholePodcast, refreshFeed } from '#src/features/podcast/server/service.ts'
import { log } from '#src/platform/log.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { type FeedServer, feedAnswer, startFeedServer } from '#tests/support/servers/feed-server.ts'

let database: TestDatabase
let written = 0
export let server: FeedServer
let warnings: Array<Record<string, unknown>>

/** Sets up a feed server and an empty database for each test. Unexpected warnings fail the test. */
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

/** Returns and clears the warnings so far. */
export const takeWarnings = () => warnings.splice(0)

/** Polls the server's feed once. */
export const refresh = (overrides: Partial<RefreshOptions> = {}) =>
	refreshFeed({ feedUrl: server.url, allowPrivate: true, ...overrides })

/** Returns the number of rows inserted, updated or deleted so far, as reported by the driver. */
export const rowsWritten = () => written

/** Starts counting for `rowsWritten`. SQLite's own count is per connection, and a server has several. */
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

/** Returns the pages that were queued to be published. */
export const published = async () => (await db().select().from(publishEvents)).map(({ path }) => path)

/** Returns the titles of the stored episodes. */
export const titles = async () => (await getWholePodcast()).episodes.map(({ title }) => title)

/** Sets the server's response and polls once. */
export async function serveAndRefresh(answer: RequestListener, overrides?: Partial<RefreshOptions>) {
	server.answer = answer
	return refresh(overrides)
}
