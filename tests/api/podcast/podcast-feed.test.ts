import type { RequestListener } from 'node:http'
import { sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { publishEvents } from '#db/schema/platform/operations.ts'
import { podcastFeed } from '#db/schema/podcast.ts'
import { findWarnings } from '#src/app/admin-home/health.ts'
import { getHomePodcast, getPodcastStatus, getWholePodcast } from '#src/features/podcast/server/service.ts'
import { overrideFeatures } from '#src/lib/site/features.ts'
import { onWake } from '#src/platform/jobs/wake.ts'
import {
	published,
	refresh,
	rowsWritten,
	serveAndRefresh,
	server,
	setUpPodcast,
	titles,
} from '#tests/support/podcast/podcast.ts'
import { feedAnswer, feedFile, feedXml } from '#tests/support/servers/feed-server.ts'

setUpPodcast()

describe('a good feed', () => {
	test('of 489 episodes is on the home page and in the API after one poll', async () => {
		const outcome = await serveAndRefresh(feedAnswer(feedFile('scotus-oral-arguments.rss.gz')))
		expect(outcome).toEqual({
			outcome: 'changed',
			episodes: 489,
			message: 'The feed has changed. The site now has 489 episodes.',
			notes: [],
		})
		const podcast = await getWholePodcast()
		expect(podcast).toMatchObject({
			title: 'Supreme Court Oral Arguments',
			image: 'https://scotusstats.com/podcast/podcast.jpg',
		})
		expect(podcast.episodes).toHaveLength(489)
		const home = await getHomePodcast()
		expect(home.episodes).toEqual(podcast.episodes.slice(0, 4))
		expect(home.episodes.map(({ title, pubDate, duration }) => [title, pubDate, duration])).toEqual([
			['[25-1083] Mullin, Sec. of Homeland Security v. Doe', '2026-04-29T14:00:00.000Z', 6_384],
			['[24-889] Hikma Pharmaceuticals USA Inc. v. Amarin Pharma, Inc.', '2026-04-29T14:00:00.000Z', 3_620],
			['[24-856] Cisco Systems v. Doe I', '2026-04-28T14:00:00.000Z', 7_036],
			['[25-112] Chatrie v. United States', '2026-04-27T14:00:00.000Z', 7_227],
		])
		expect(home).toMatchObject({
			author: 'scotusstats.com',
			link: 'https://scotusstats.com/podcast',
			feedUrl: server.url,
		})
		// No episode has its own image, so all show the feed's image.
		expect(new Set(podcast.episodes.map(({ imageUrl }) => imageUrl))).toEqual(new Set([podcast.image]))
		const pages = await published()
		expect([...pages.slice(0, 3), pages[11]]).toEqual([
			'/',
			'/podcast',
			'/podcast/page/2',
			'/podcast/25-1083-mullin-sec-of-homeland-security-v-doe',
		])
		expect(new Set(pages).size).toBe(1 + 10 + 489)
	})

	test.each([
		['taverncast-no-image.rss', 130, 'https://www.taverncast.com/itunes-logo.png'],
		['baywatch-berlin-episode-types.rss', 1, expect.stringContaining('6fd157b2-442d-4685-b78b-3bac68f0517f.jpg')],
		['podcasting-2.0-namespace.xml', 3, 'https://example.com/ep0003/artMd.jpg'],
	])('%s: %i episodes', async (name, count, imageUrl) => {
		expect(await serveAndRefresh(feedAnswer(feedFile(name)))).toMatchObject({ outcome: 'changed', episodes: count })
		expect((await getHomePodcast()).episodes[0]?.imageUrl).toEqual(imageUrl)
	})

	test('in ISO-8859-1, by XML declaration or Content-Type, keeps its accents', async () => {
		const audio = '<item><enclosure url="https://a.example/1.mp3" type="audio/mpeg"/>'
		const text = feedFile('iso-8859-1.rss').toString('latin1').replaceAll('<item>', audio)
		await serveAndRefresh(feedAnswer(Buffer.from(text, 'latin1')))
		expect((await getWholePodcast()).title).toBe('Jornal de Notícias - Últimas Notícias')
		const undeclared = text.replace(' encoding="ISO-8859-1"', '').replace('Jornal', 'O jornal')
		await serveAndRefresh(
			feedAnswer(Buffer.from(undeclared, 'latin1'), { 'Content-Type': 'text/xml; charset=ISO-8859-1' }),
		)
		expect((await getWholePodcast()).title).toBe('O jornal de Notícias - Últimas Notícias')
	})

	test('that has moved is reported to admins with its new URL', async () => {
		const feedMovedTo = (url: string) => feedXml(['Moving'], `<itunes:new-feed-url> ${url} </itunes:new-feed-url>`)
		await serveAndRefresh(feedAnswer(feedMovedTo('https://new.example/feed.xml?key=1')))
		expect(await getPodcastStatus()).toMatchObject({ movedTo: 'https://new.example/feed.xml?key=1', episodes: 1 })
		const [warning] = (await findWarnings()).filter(({ text }) => text.includes('new address'))
		expect(warning?.link?.href).toBe('/admin/podcast')
		// The warning links to the settings if the podcast screens are off.
		overrideFeatures([])
		onTestFinished(() => overrideFeatures(undefined))
		expect((await findWarnings()).map(({ link }) => link?.href)).toContain('/admin/settings/podcast')
		overrideFeatures(undefined)
		expect(server.requests.map(({ url }) => url)).toEqual(['/feed.xml'])
		// A private address in the feed is not requested either.
		await serveAndRefresh(feedAnswer(feedMovedTo(`http://127.0.0.1:${server.port}/inside`)))
		expect(server.requests.map(({ url }) => url)).toEqual(['/feed.xml', '/feed.xml'])
		for (const target of ['none', 'javascript:alert(1)', server.url, `${server.url}/`]) {
			await serveAndRefresh(feedAnswer(feedMovedTo(target)))
			expect((await getPodcastStatus()).movedTo, target).toBeNull()
		}
	})

	test('resolves relative URLs against its own', async () => {
		server.answer = (request, response) =>
			request.url === '/feed.xml'
				? response.writeHead(302, { Location: '/real/feed.xml' }).end()
				: feedAnswer(feedXml(['One'], '<itunes:image href="cover.png"/>'))(request, response)
		await refresh()
		expect(await getWholePodcast()).toMatchObject({
			image: `http://127.0.0.1:${server.port}/real/cover.png`,
			episodes: [{ audioUrl: `http://127.0.0.1:${server.port}/audio/One.mp3` }],
		})
	})

	test('defaults to the seed feed', async () => {
		const [changed, again] = [await refresh({ feedUrl: undefined }), await refresh({ feedUrl: undefined })]
		expect(changed.episodes).toBeGreaterThanOrEqual(6)
		expect([changed.outcome, again.outcome]).toEqual(['changed', 'unchanged'])
		const home = await getHomePodcast()
		expect(home.feedUrl).toBe('http://localhost:4321/podcast/feed.xml')
		for (const { audioUrl, pubDate, duration } of home.episodes) {
			expect(audioUrl).toMatch(/^http:\/\/localhost:4321\/podcast\/audio\/.+\.mp3$/)
			expect([pubDate, duration]).not.toContain(null)
		}
	})
})

describe('a second poll', () => {
	test('of an unchanged feed gets a 304 and writes nothing', async () => {
		await serveAndRefresh(feedAnswer(feedFile('scotus-oral-arguments.rss.gz')))
		const publishedBefore = await published()
		const before = rowsWritten()
		let status = 0
		const answer = server.answer
		server.answer = (request, response) => {
			response.once('finish', () => {
				status = response.statusCode
			})
			answer(request, response)
		}
		expect(await refresh()).toEqual({
			outcome: 'unchanged',
			episodes: 489,
			message: 'The feed has not changed. The site has 489 episodes.',
			notes: [],
		})
		expect([status, rowsWritten() - before]).toEqual([304, 0])
		expect(await published()).toEqual(publishedBefore)
	})

	test('continues a partial write of many episodes', async () => {
		const feed = feedAnswer(feedFile('scotus-oral-arguments.rss.gz'))
		await db().run(sql`create trigger full before insert on episodes
			when (select count(*) from episodes) >= 100 begin select raise(abort, 'database or disk is full'); end`)
		await expect(serveAndRefresh(feed)).rejects.toThrow()
		await db().run(sql`drop trigger full`)
		expect((await published()).filter((path) => path.startsWith('/podcast/2'))).toHaveLength(100)
		expect(await refresh()).toMatchObject({ outcome: 'changed', episodes: 489 })
		expect(new Set(await published()).size).toBe(1 + 10 + 489)
		expect(await refresh()).toMatchObject({ outcome: 'unchanged' })
	})

	test('repairs a partial write, even if the host reverted the feed', async () => {
		const old = Array.from({ length: 60 }, (_, at) => `Old ${at}`)
		const more = Array.from({ length: 60 }, (_, at) => `More ${at}`)
		const other = feedAnswer(feedXml([...old, ...more]).replace('Small podcast', 'Other name'))
		const failHalfWay = async () => {
			await db().run(sql`create trigger full before insert on episodes
				when new.title = 'More 55' begin select raise(abort, 'database or disk is full'); end`)
			await expect(serveAndRefresh(other)).rejects.toThrow()
			await db().run(sql`drop trigger full`)
			expect(await titles()).toHaveLength(110)
			await db().delete(publishEvents)
		}
		await serveAndRefresh(feedAnswer(feedXml(old)))
		await failHalfWay()
		expect(await serveAndRefresh(feedAnswer(feedXml(old)))).toMatchObject({ outcome: 'changed', episodes: 60 })
		expect(await titles()).toEqual(old)
		await failHalfWay()
		expect(await serveAndRefresh(other)).toMatchObject({ outcome: 'changed', episodes: 120 })
		// Every page shows the podcast's name, so pages of unchanged episodes are published too.
		expect(await published()).toContain('/podcast/old-1')
	})

	test('writes nothing if the server has no ETag or a new one each time', async () => {
		let number = 0
		const answer: RequestListener = (_, response) =>
			response.writeHead(200, number++ ? { ETag: `"${number}"` } : {}).end(feedXml(['One']))
		await serveAndRefresh(answer)
		const before = rowsWritten()
		expect(await refresh()).toMatchObject({ outcome: 'unchanged' })
		expect(await refresh()).toMatchObject({ outcome: 'unchanged' })
		expect(rowsWritten() - before).toBe(0)
		expect(server.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined, '"2"'])
	})

	test('applies new, changed and removed episodes in one write and queues their pages', async () => {
		await serveAndRefresh(feedAnswer(feedXml(['Three', 'Two', 'One'])))
		const ids = new Map((await getWholePodcast()).episodes.map(({ id, title }) => [title, id]))
		const publish = vi.fn()
		const unsubscribe = onWake('publisher', publish)
		await serveAndRefresh(feedAnswer(feedXml(['Four', 'Three', 'One'])))
		unsubscribe()
		const podcast = await getWholePodcast()
		expect(podcast.episodes.map(({ title }) => title)).toEqual(['Four', 'Three', 'One'])
		expect(podcast.episodes.slice(1).map(({ id }) => id)).toEqual([ids.get('Three'), ids.get('One')])
		expect(await published()).toEqual([
			...['/', '/podcast', '/podcast/three', '/podcast/two', '/podcast/one'],
			...['/', '/podcast', '/podcast/four', '/podcast/three', '/podcast/two', '/podcast/one'],
		])
		expect(publish).toHaveBeenCalledOnce()
	})

	test('does not touch the rows of unchanged episodes', async () => {
		const items = Array.from({ length: 300 }, (_, n) => `Episode ${n}`)
		await serveAndRefresh(feedAnswer(feedXml(items)))
		const before = rowsWritten()
		await serveAndRefresh(feedAnswer(feedXml([...items.slice(0, -1), 'Another end'])))
		// One episode removed, one added, the feed, its status, and ten queued pages: home, six of the list, three episodes.
		expect(rowsWritten() - before).toBe(14)
	})

	test('at another URL does not send the ETag of the first one', async () => {
		await serveAndRefresh(feedAnswer(feedXml(['One'])))
		expect(await refresh({ feedUrl: `${server.url}?other` })).toMatchObject({ outcome: 'changed' })
		expect(server.requests[1]?.headers['if-none-match']).toBeUndefined()
	})

	test('requests everything again if the feed was stored by an older parser', async () => {
		await serveAndRefresh(feedAnswer(feedXml(['One'])))
		await db().update(podcastFeed).set({ contentHash: 'v0-abc' })
		expect(await refresh()).toMatchObject({ outcome: 'changed' })
		expect(server.requests[1]?.headers['if-none-match']).toBeUndefined()
	})

	test('joins the running one', async () => {
		server.answer = feedAnswer(feedXml(['One']))
		const [one, two] = await Promise.all([refresh(), refresh()])
		expect(one).toBe(two)
		expect(server.requests).toHaveLength(1)
	})
})
