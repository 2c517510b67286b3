import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { episodes, podcastFeed, podcastFeedStatus } from '#db/schema/podcast.ts'
import { write } from '#db/write.ts'
import { getPodcast, type Podcast, refreshPodcast } from '#src/features/podcast/contract.ts'
import { parseFeed } from '#src/features/podcast/server/feed/parse/parse-feed.ts'
import { saveFailure, saveFeed } from '#src/features/podcast/server/feed/store.ts'
import { getDemoHomePodcast, getHomePodcast, refreshFeed } from '#src/features/podcast/server/service.ts'
import { callApi, createPrincipals, type Principal, type PrincipalName } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { feedXml } from '#tests/support/servers/feed-server.ts'

let database: TestDatabase
let principals: Record<PrincipalName, Principal>

beforeAll(async () => {
	database = await freshDatabase()
	principals = await createPrincipals()
})
afterAll(() => database.discard())
beforeEach(() => write(db().delete(podcastFeed), db().delete(podcastFeedStatus), db().delete(episodes)))

let saved = 0
async function save(titles: string[], more?: string): Promise<void> {
	const options = { baseUrl: 'https://feeds.example/feed.xml', ownOrigin: 'http://localhost:4321' }
	const feed = await parseFeed(feedXml(titles, more), options)
	await saveFeed(feed, { url: options.baseUrl, contentHash: `v1-${++saved}`, etag: null, lastModified: null })
}

const get = (as: Principal = principals.visitor, headers: Record<string, string> = {}, query = {}) =>
	callApi(getPodcast, { as, headers, query })

test('the podcast is the feed with its episodes, newest first', async () => {
	await save(['Two', 'One'], '<itunes:image href="/cover.png"/>')
	const reply = await get()
	expect(reply.status).toBe(200)
	expect(reply.json).toEqual({
		title: 'Small podcast',
		description: 'About small things',
		image: 'https://feeds.example/cover.png',
		episodes: [
			{
				id: expect.stringMatching(/^[0-9a-z]{12}$/),
				title: 'Two',
				description: '',
				pubDate: '2026-01-31T00:00:00.000Z',
				duration: null,
				audioUrl: 'https://feeds.example/audio/Two.mp3',
				imageUrl: 'https://feeds.example/cover.png',
				slug: 'two',
			},
			expect.objectContaining({ title: 'One', pubDate: '2026-01-30T00:00:00.000Z' }),
		],
	})
})

test('the podcast is empty before the first poll, and an error only after a failed poll', async () => {
	expect((await get()).json).toEqual({ title: 'Second Chair', description: '', image: null, episodes: [] })
	await saveFailure('The feed is not there.')
	const reply = await get()
	expect([reply.status, reply.text, reply.header('Retry-After')]).toEqual([503, 'Failed to fetch podcast data', '60'])
	await save(['One'])
	await saveFailure('The feed is not there.')
	expect((await get()).status).toBe(200)
})

test('the ETag changes only with the content', async () => {
	await save(['One'])
	const etag = String((await get()).header('ETag'))
	const again = await get(principals.visitor, { 'If-None-Match': `"other", W/${etag}` })
	expect([again.status, again.text, again.header('ETag')]).toEqual([304, '', etag])
	await save(['One'])
	expect((await get()).header('ETag')).toBe(etag)
	await save(['Two', 'One'])
	const changed = await get(principals.visitor, { 'If-None-Match': etag })
	expect([changed.status, (changed.json as Podcast).episodes.length]).toEqual([200, 2])
})

test('only responses without a session are in shared caches', async () => {
	await save(['One'])
	const etag = String((await get()).header('ETag'))
	for (const knownEtag of ['"other"', etag]) {
		const headers = { 'If-None-Match': knownEtag }
		// API responses must be revalidated, because a purge covers only pages.
		expect((await get(principals.visitor, headers)).header('Cache-Control')).toBe('public, no-cache')
		expect((await get(principals.member, headers)).header('Cache-Control')).toBe('private, no-cache')
	}
	expect((await get(principals.member)).text).toBe((await get()).text)
})

test('a limit returns the latest with the total and its own ETag', async () => {
	await save(['Three', 'Two', 'One'])
	const reply = await get(principals.visitor, {}, { limit: '2' })
	expect((reply.json as Podcast).episodes.map(({ title }) => title)).toEqual(['Three', 'Two'])
	expect(reply.header('X-Total-Count')).toBe('3')
	expect(reply.header('ETag')).not.toBe((await get()).header('ETag'))
	for (const limit of ['0', '-1', '101', '1.5', 'many', ''])
		expect((await get(principals.visitor, {}, { limit })).status, limit).toBe(400)
})

test('an admin polls the feed and sees the result', async () => {
	const reply = await callApi(refreshPodcast, { as: principals.admin })
	expect(reply.status).toBe(200)
	expect(reply.json).toMatchObject({ outcome: 'changed', message: expect.stringMatching(/^The feed has changed\./) })
	const again = await callApi(refreshPodcast, { as: principals.admin })
	expect(again.json).toMatchObject({
		outcome: 'unchanged',
		message: expect.stringMatching(/^The feed has not changed\./),
	})
})

test('a build without a database shows the same as the database after the first poll', async () => {
	await refreshFeed({ feedUrl: undefined })
	expect(JSON.stringify(await getDemoHomePodcast())).toBe(JSON.stringify(await getHomePodcast()))
})

test('the lists use their index', async () => {
	const { rows } = await database.client.execute('explain query plan select * from episodes order by position limit 4')
	expect(rows.map(({ detail }) => detail)).toEqual(['SCAN episodes USING INDEX episodes_by_position'])
})
