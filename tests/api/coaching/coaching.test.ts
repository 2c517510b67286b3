import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { coachingSessions, coachingTopics } from '#db/schema/coaching.ts'
import { createSession, deleteSession, getSession, updateSession } from '#src/features/coaching/contract.ts'
import { findNextSessionFor, listRecentSessionsFor } from '#src/features/coaching/server/sessions.ts'
import { callApi } from '#tests/support/api/api.ts'
import {
	admin,
	create,
	detail,
	HOUR,
	inDays,
	member,
	other,
	session,
	sessions,
	setUpCoaching,
	suggest,
} from '#tests/support/coaching.ts'

setUpCoaching()

/** Returns the member as the screen's viewer. */
const viewer = () =>
	({ id: member.userId ?? '', name: 'Dana', username: 'dana', email: 'dana@example.com', role: 'user' }) as const

describe('sessions', () => {
	test('are listed by time with all their fields, for members too', async () => {
		await create({ title: 'The later one', scheduledAt: inDays(40) })
		await create({ title: 'The next one' })
		const list = await sessions()
		expect(list.map(({ title }) => title)).toEqual(['The next one', 'The later one'])
		expect(list[0]).toMatchObject({
			zoomLink: 'https://zoom.example/j/123',
			durationMinutes: 90,
			timeZone: 'America/New_York',
			ownTopic: null,
			topicCount: null,
		})
		expect((await sessions(admin))[0]?.topicCount).toBe(0)
	})

	test.each(['javascript:alert(1)', 'data:text/html,x', '//zoom.example'])(
		'of an import get no link for %s, and default to UTC',
		async (zoomLink) => {
			await create()
			await db().update(coachingSessions).set({ zoomLink, timeZone: 'Mars/Base' })
			expect(await sessions()).toMatchObject([{ zoomLink: '', timeZone: 'UTC' }])
		},
	)

	test('on the page are all upcoming sessions and the last twelve past ones', async () => {
		const now = Date.now()
		const ago = (hours: number) => new Date(now - hours * HOUR).toISOString()
		for (let number = 1; number <= 14; number++)
			await create({ title: `Past number ${number}`, scheduledAt: ago(number * 24) })
		// Sessions last ninety minutes, so the first is running and the second has just ended.
		await create({ title: 'On now', scheduledAt: ago(1.4) })
		await create({ title: 'Just over', scheduledAt: ago(1.6) })
		await create({ title: 'To come' })
		const deleted = await create({ title: 'Called off', scheduledAt: ago(30) })
		await callApi(deleteSession, { as: admin, params: { id: deleted.id } })
		const page = await listRecentSessionsFor(viewer(), now)
		const past = Array.from({ length: 11 }, (_, at) => `Past number ${11 - at}`)
		expect(page.sessions.map(({ title }) => title)).toEqual([...past, 'Just over', 'On now', 'To come'])
		expect(page.older).toBe(3)
		expect(page.sessions.at(-1)).toEqual((await sessions()).at(-1))
		expect(await sessions()).toHaveLength(17)
	})

	test('accept only title, description, time and link', async () => {
		const { title, scheduledAt, zoomLink } = session()
		const reply = await callApi(createSession, { as: admin, body: { title, scheduledAt, zoomLink } })
		expect(reply.status, reply.text).toBe(201)
		expect(reply.json).toMatchObject({ description: null, durationMinutes: 60, timeZone: 'UTC' })
	})

	test.each([
		[{ title: 'Hi' }, 'Title must be at least 3 characters'],
		[{ scheduledAt: '' }, 'Scheduled date/time is required'],
		[{ scheduledAt: undefined }, 'Scheduled date/time is required'],
		[{ scheduledAt: 'tomorrow' }, 'Scheduled date/time is required'],
		[{ scheduledAt: '2026-11-05T14:00' }, 'Scheduled date/time is required'],
		[{ zoomLink: 'zoom' }, 'Please enter a valid Zoom link'],
		[{ zoomLink: 'javascript:alert(1)' }, 'Please enter a valid Zoom link'],
		[{ zoomLink: 'http://zoom.example/j/1' }, 'Please enter a valid Zoom link'],
		[{ zoomLink: 'https://user:secret@zoom.example/' }, 'Please enter a valid Zoom link'],
		// This link would inject a line into every member's calendar.
		[{ zoomLink: 'https://zoom.example/j/1\r\nATTENDEE:mailto:x@evil.example' }, 'Please enter a valid Zoom link'],
		[{ scheduledAt: '9999-12-31T23:59:59-23:59' }, 'Scheduled date/time is required'],
		[{ scheduledAt: '0000-01-01T00:00:00+23:59' }, 'Scheduled date/time is required'],
		[{ timeZone: 'Mars/Olympus' }, 'Please choose a time zone'],
		[{ durationMinutes: 5 }, 'Please choose a length'],
	])('reject %j: %s', async (overrides, message) => {
		const reply = await callApi(createSession, { as: admin, body: { ...session(), ...overrides } })
		expect([reply.status, reply.text]).toEqual([400, message])
	})

	test('are edited and deleted by admins, with their topics', async () => {
		const { id } = await create()
		await suggest(id, 'Raising fees with old clients')
		const reply = await callApi(updateSession, {
			as: admin,
			params: { id },
			body: session({ title: 'Renamed', description: null }),
		})
		expect(reply.json).toMatchObject({ id, title: 'Renamed', description: null })
		const before = await sessions()
		await callApi(updateSession, { as: admin, params: { id }, body: { title: 'Renamed again' } })
		expect(await sessions()).toEqual([{ ...before[0], title: 'Renamed again', version: expect.any(Number) }])
		expect((await callApi(deleteSession, { as: admin, params: { id } })).status).toBe(204)
		expect(await sessions()).toEqual([])
		expect(await db().$count(coachingTopics)).toBe(0)
		for (const contract of [getSession, updateSession, deleteSession])
			expect((await callApi(contract, { as: admin, params: { id }, body: session() })).status).toBe(404)
	})
})

test('the next session is the running or first upcoming one, never a past or canceled one', async () => {
	const next = async () => (await findNextSessionFor(viewer()))?.title
	expect(await next()).toBeUndefined()
	const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
	await create({ title: 'Over', scheduledAt: minutesAgo(100), durationMinutes: 90 })
	await create({ title: 'Later', scheduledAt: inDays(9) })
	expect(await next()).toBe('Later')
	const sooner = await create({ title: 'Sooner', scheduledAt: inDays(3) })
	expect(await next()).toBe('Sooner')
	const long = await create({ title: 'On now', scheduledAt: minutesAgo(470), durationMinutes: 480 })
	expect(await next()).toBe('On now')
	for (const { id } of [long, sooner]) await callApi(deleteSession, { as: admin, params: { id } })
	expect(await next()).toBe('Later')
})

describe('topics', () => {
	test('are limited to one per member and session, even for concurrent requests', async () => {
		const { id } = await create()
		const replies = await Promise.all(Array.from({ length: 8 }, (_, i) => suggest(id, `Topic number ${i}`)))
		expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
		expect(replies.find(({ status }) => status === 409)?.text).toBe(
			'You have already suggested a topic for this session',
		)
		expect((await suggest(id, 'Another member may', other)).status).toBe(201)
		const second = await create({ title: 'Another session' })
		expect((await suggest(second.id, 'And another session')).status).toBe(201)
	})

	test('are visible to their author, and to admins with names', async () => {
		const { id } = await create()
		await suggest(id, 'Raising fees with old clients')
		await suggest(id, 'A partner who leaves', other)
		expect((await detail(id, member)).topics).toMatchObject([
			{ topic: 'Raising fees with old clients', user: { name: 'Dana Whitfield' } },
		])
		expect(await detail(id, other)).toMatchObject({ ownTopic: 'A partner who leaves', topicCount: null })
		expect(JSON.stringify(await detail(id, other))).not.toContain('Raising fees')
		const all = await detail(id, admin)
		expect(all.topics.map(({ topic, user }) => [topic, user.name])).toEqual([
			['Raising fees with old clients', 'Dana Whitfield'],
			['A partner who leaves', 'Tomas Keller'],
		])
		expect(all).toMatchObject({ topicCount: 2, ownTopic: null })
	})

	test('need five characters and an existing session that is not over', async () => {
		const { id } = await create()
		const short = await suggest(id, ' fee ')
		expect([short.status, short.text]).toEqual([400, 'Topic must be at least 5 characters'])
		expect((await suggest('nobody', 'A topic for nobody')).status).toBe(404)
		const past = await create({ scheduledAt: inDays(-2) })
		const late = await suggest(past.id, 'A topic that comes late')
		expect([late.status, late.text]).toEqual([409, 'This session is already over'])
		await callApi(deleteSession, { as: admin, params: { id } })
		expect((await suggest(id, 'A topic for a deleted one')).status).toBe(404)
	})
})
