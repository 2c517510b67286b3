import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { episodes } from '#db/schema/podcast.ts'
import { getPodcast } from '#src/features/podcast/contract.ts'
import * as admins from '#src/features/podcast/library-admin-contract.ts'
import * as library from '#src/features/podcast/library-contract.ts'
import { callApi, type Principal, visitor } from '#tests/support/api/api.ts'
import { as, feedOf, host, item, page, round, said, setUpLibrary, tag, VTT } from '#tests/support/podcast/library.ts'
import { refresh } from '#tests/support/podcast/podcast.ts'

setUpLibrary()

describe('calls', () => {
	const one = { id: 'one' }
	beforeEach(async () => {
		host.served = { '/t': { body: VTT } }
		await round(feedOf([item('Two', 2), item('One', 1, tag('/t', 'text/vtt'))]))
	})

	test('return an episode and its transcript by id or slug', async () => {
		const reply = await callApi(library.getEpisode, { as: visitor(), params: one })
		const { id, next } = reply.json as library.EpisodeDetail
		expect(next).toEqual({ slug: 'two', title: 'Two' })
		expect((await callApi(library.getEpisode, { as: visitor(), params: { id } })).json).toEqual(reply.json)
		const etag = String(reply.header('ETag'))
		expect(
			(await callApi(library.getEpisode, { as: visitor(), params: one, headers: { 'If-None-Match': etag } })).status,
		).toBe(304)
		expect((await callApi(library.getTranscript, { as: visitor(), params: one })).json).toEqual({
			language: 'en-us',
			speakers: ['Ruth', 'Sam'],
			paragraphs: [
				{ start: 1, speaker: 'Ruth', text: 'Good morning & welcome.' },
				{ start: 12, speaker: 'Sam', text: 'Thank you.' },
			],
		})
		const none = await callApi(library.getTranscript, { as: visitor(), params: { id: 'two' } })
		expect([none.status, none.text]).toEqual([404, 'This episode has no transcript yet'])
		const nobody = await callApi(library.getEpisode, { as: visitor(), params: { id: 'nope' } })
		expect([nobody.status, nobody.text]).toEqual([404, 'Episode not found'])
	})

	test('return an http audio file as https, as pages do, because an https page cannot load http', async () => {
		const old = item('Old host', 2).replace('https://audio.example/', 'http://plain.example/')
		await round(feedOf([old, item('One', 1)]))
		const secure = 'https://plain.example/2.mp3'
		const reply = await callApi(library.getEpisode, { as: visitor(), params: { id: 'old-host' } })
		expect(reply.json).toMatchObject({ audioUrl: secure })
		expect((await callApi(getPodcast, {})).text).toContain(secure)
		// The player, the link to the file and the structured data on its page use this URL.
		expect((await page('old-host'))?.episode.audioUrl).toBe(secure)
	})

	test("store a member's position within the episode, and their queue", async () => {
		const save = (body: object) => callApi(library.saveListening, { as: as.member, params: one, body })
		expect((await save({ position: 754.5, duration: 600 })).text).toBe('Position must be within the episode')
		for (const position of [-1, 601.5, 1e9, null]) expect((await save({ position })).status, String(position)).toBe(400)
		expect((await save({ position: 54.5, duration: 599.9 })).status).toBe(204)
		const list = async (as: Principal) => (await callApi(library.listListening, { as })).json
		expect(await list(as.member)).toMatchObject([{ slug: 'one', position: 54.5, duration: 599.9, finished: false }])
		expect(await list(as.admin)).toEqual([])
		const ids = (await db().select().from(episodes)).map(({ id }) => id)
		const queue = await callApi(library.saveQueue, { as: as.member, body: { ids: [...ids, 'gone', ids[0]] } })
		expect(queue.json).toMatchObject(ids.map((id) => ({ id })))
		expect((await callApi(library.getQueue, { as: as.member })).json).toEqual(queue.json)
		const many = Array.from({ length: 51 }, (_, n) => String(n))
		expect((await callApi(library.saveQueue, { as: as.member, body: { ids: many } })).text).toBe(
			'The queue holds at most 50 episodes',
		)
	})

	test('merge the changes of two devices to the same queue', async () => {
		await round(feedOf(['A', 'B', 'C', 'D', 'E'].map((title, at) => item(title, at + 1))))
		const all = (await db().select().from(episodes)).toSorted((x, y) => x.title.localeCompare(y.title))
		const idsOf = (letters: string) => [...letters].flatMap((title) => all.find((one) => one.title === title)?.id ?? [])
		const send = async (ids: string, known?: string) => {
			const body = { ids: idsOf(ids), ...(known !== undefined && { known: idsOf(known) }) }
			const { json } = await callApi(library.saveQueue, { as: as.member, body })
			return (json as { title: string }[]).map(({ title }) => title).join('')
		}
		expect(await send('AB', '')).toBe('AB')
		// The other device had not loaded A and B.
		expect(await send('C', '')).toBe('ABC')
		// One device removes B and adds D, and the other reorders.
		expect(await send('ACD', 'ABC')).toBe('ACD')
		expect(await send('CBA', 'ABC')).toBe('CAD')
		// An addition keeps the order of the other device.
		expect(await send('ABCE', 'ABC')).toBe('CADE')
		// A repeated request changes nothing. An empty queue removes only episodes that its device had loaded.
		expect(await send('ABCE', 'ABC')).toBe('CADE')
		expect(await send('', 'CA')).toBe('DE')
		expect(await send('BA')).toBe('BA')
	})

	test("accept an admin's transcript, which overrides the feed’s until it is removed", async () => {
		const put = (body: object) => callApi(admins.saveTranscript, { as: as.admin, params: one, body })
		const mine = { format: 'vtt', text: 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Eve>Mine.\n' }
		expect((await put({ ...mine, text: 'WEBVTT\n\nx --> y\nz\n' })).text).toBe(
			'This is not a transcript we can read: line 3 has no valid time',
		)
		expect((await put({ ...mine, text: mine.text.replace('00:02', '58:10') })).text).toBe(
			'The transcript runs past the end of the episode (58:10 of 10:00)',
		)
		const rejected = await put(mine)
		expect([rejected.status, rejected.text]).toEqual([
			409,
			"The feed's transcript is in use. Replace it or keep yours?",
		])
		const slightlyLonger = await put({ ...mine, text: mine.text.replace('00:02.000', '10:05.000'), keep: true })
		expect(slightlyLonger.json).toEqual({
			cues: 1,
			speakers: ['Eve'],
			warnings: ['The transcript runs past the end of the episode (10:05 of 10:00)'],
		})
		expect(await said('one')).toEqual([[1, 'Eve', 'Mine.']])
		await callApi(admins.renameSpeakers, { as: as.admin, params: one, body: { names: [{ from: 'Eve', to: 'Eva' }] } })
		expect(await said('one')).toEqual([[1, 'Eva', 'Mine.']])
		host.served['/t'] = { body: VTT.replace('Thank', 'We thank') }
		await refresh()
		expect((await callApi(admins.deleteTranscript, { as: as.admin, params: one })).status).toBe(204)
		expect((await said('one'))?.length).toBe(2)
		expect((await callApi(admins.deleteTranscript, { as: as.admin, params: one })).status).toBe(404)
	})

	test("accept an admin's chapters and can restore the feed's chapters", async () => {
		const put = (chapters: object[]) => callApi(admins.saveChapters, { as: as.admin, params: one, body: { chapters } })
		expect((await put([{ start: 700, title: 'Late' }])).text).toBe('A chapter starts after the end of the episode')
		expect((await put([{ start: 1, title: 'A', url: 'javascript:1' }])).text).toBe('Use full https addresses for links')
		expect(
			(
				await put([
					{ start: 1, title: 'A' },
					{ start: 1.5, title: 'B' },
				])
			).text,
		).toBe('Two chapters start at the same second')
		expect(
			(
				await put([
					{ start: 60, title: 'B' },
					{ start: 0, title: 'A' },
				])
			).status,
		).toBe(204)
		expect((await page('one'))?.episode.chapters.map(({ title }) => title)).toEqual(['A', 'B'])
		await put([])
		expect((await page('one'))?.episode.chapters).toEqual([])
	})

	test('fetch the files of an episode again', async () => {
		const none = await callApi(admins.refetchEpisode, { as: as.admin, params: { id: 'two' } })
		expect([none.status, none.text]).toEqual([409, 'The feed has no transcript and no chapters for this episode'])
	})
})
