import { eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { calendarSubscriptions, coachingSessions, coachingTopics, users } from '#db/schema/index.ts'
import {
	createSession,
	createSubscription,
	deleteSession,
	getCalendar,
	getSession,
	getSessionCalendar,
	getSubscription,
	listSessions,
	revokeSubscription,
	type Session,
	type SessionBody,
	type SessionDetail,
	suggestTopic,
	updateSession,
} from '#src/features/coaching/contract.ts'
import { REMINDER_MS, sendReminders } from '#src/features/coaching/server/reminders.ts'
import { updatePreferences } from '#src/features/notifications/contract.ts'
import { callApi, insertAccount, type Principal, type Reply, signedIn, visitor } from '#tests/support/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'
import { clearMails, writtenMails } from '#tests/support/mails.ts'

let database: TestDatabase
let admin: Principal
let member: Principal
let other: Principal

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()

const session = (overrides: Partial<SessionBody> = {}): SessionBody => ({
	title: 'Monthly coaching call',
	description: 'Bring one thing that is stuck.',
	scheduledAt: inDays(10),
	zoomLink: 'https://zoom.example/j/123',
	durationMinutes: 90,
	timeZone: 'America/New_York',
	...overrides,
})

async function create(overrides: Partial<SessionBody> = {}): Promise<Session> {
	const reply = await callApi(createSession, { as: admin, body: session(overrides) })
	expect(reply.status, reply.text).toBe(201)
	return reply.json as Session
}

const suggest = (sessionId: string, topic: string, as = member) =>
	callApi(suggestTopic, { as, params: { sessionId }, body: { topic } })
const detail = async (id: string, as: Principal) =>
	(await callApi(getSession, { as, params: { id } })).json as SessionDetail
const sessions = async (as = member) => (await callApi(listSessions, { as })).json as Session[]

beforeAll(async () => {
	database = await freshDatabase()
	admin = await signedIn(await insertAccount({ role: 'admin', email: 'admin@example.com' }))
	member = await signedIn(await insertAccount({ name: 'Dana Whitfield', email: 'dana@example.com' }))
	other = await signedIn(await insertAccount({ name: 'Tomas Keller', email: 'tomas@example.com' }))
})
afterAll(() => database.discard())
beforeEach(async () => {
	await db().delete(coachingSessions)
	await clearMails()
})

describe('sessions', () => {
	test('are listed by time, with what they need, for members too', async () => {
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

	test('take the payload of the specification alone', async () => {
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
		// The rest would be a line of its own in every member's calendar.
		[{ zoomLink: 'https://zoom.example/j/1\r\nATTENDEE:mailto:x@evil.example' }, 'Please enter a valid Zoom link'],
		[{ scheduledAt: '9999-12-31T23:59:59-23:59' }, 'Scheduled date/time is required'],
		[{ scheduledAt: '0000-01-01T00:00:00+23:59' }, 'Scheduled date/time is required'],
		[{ timeZone: 'Mars/Olympus' }, 'Please choose a time zone'],
		[{ durationMinutes: 5 }, 'Please choose a length'],
	])('refuse %j: %s', async (overrides, message) => {
		const reply = await callApi(createSession, { as: admin, body: { ...session(), ...overrides } })
		expect([reply.status, reply.text]).toEqual([400, message])
	})

	test('are changed and deleted by admins, with their topics', async () => {
		const { id } = await create()
		await suggest(id, 'Raising fees with old clients')
		const reply = await callApi(updateSession, {
			as: admin,
			params: { id },
			body: session({ title: 'Renamed', description: null }),
		})
		expect(reply.json).toMatchObject({ id, title: 'Renamed', description: null })
		const asItWas = await sessions()
		await callApi(updateSession, { as: admin, params: { id }, body: { title: 'Renamed again' } })
		expect(await sessions()).toEqual([{ ...asItWas[0], title: 'Renamed again' }])
		expect((await callApi(deleteSession, { as: admin, params: { id } })).status).toBe(204)
		expect(await sessions()).toEqual([])
		expect(await db().$count(coachingTopics)).toBe(0)
		for (const contract of [getSession, updateSession, deleteSession])
			expect((await callApi(contract, { as: admin, params: { id }, body: session() })).status).toBe(404)
	})
})

describe('topics', () => {
	test('are one per member and session, however many come at once', async () => {
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

	test('are seen by their author and by admins with names; nobody else learns of them', async () => {
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

	test('need five characters, a session that is there and not over', async () => {
		const { id } = await create()
		const short = await suggest(id, ' fee ')
		expect([short.status, short.text]).toEqual([400, 'Topic must be at least 5 characters'])
		expect((await suggest('nobody', 'A topic for nobody')).status).toBe(404)
		const past = await create({ scheduledAt: inDays(-2) })
		const late = await suggest(past.id, 'A topic that comes late')
		expect([late.status, late.text]).toEqual([409, 'This session has already taken place'])
		await callApi(deleteSession, { as: admin, params: { id } })
		expect((await suggest(id, 'A topic for a deleted one')).status).toBe(404)
	})
})

/** The events of a file, as an independent parser reads them. */
function events(reply: Reply) {
	const calendar = new ICAL.Component(ICAL.parse(reply.text))
	return {
		method: calendar.getFirstPropertyValue('method'),
		events: calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component)),
		component: calendar,
	}
}

const clock = (date: Date, timeZone: string) =>
	new Intl.DateTimeFormat('en-US', {
		timeZone,
		month: 'short',
		day: 'numeric',
		hour: 'numeric',
		minute: '2-digit',
	}).format(date)

describe('the calendar file', () => {
	// The clocks of New York and Los Angeles change on March 8 and November 1, 2026; those of Phoenix never do.
	test.each([
		['2026-03-07T19:00:00Z', 'Mar 7, 2:00 PM', 'Mar 7, 12:00 PM', 'Mar 7, 11:00 AM'],
		['2026-03-09T19:00:00Z', 'Mar 9, 3:00 PM', 'Mar 9, 12:00 PM', 'Mar 9, 12:00 PM'],
		['2026-10-31T19:00:00Z', 'Oct 31, 3:00 PM', 'Oct 31, 12:00 PM', 'Oct 31, 12:00 PM'],
		['2026-11-02T19:00:00Z', 'Nov 2, 2:00 PM', 'Nov 2, 12:00 PM', 'Nov 2, 11:00 AM'],
		['2026-11-01T05:30:00Z', 'Nov 1, 1:30 AM', 'Oct 31, 10:30 PM', 'Oct 31, 10:30 PM'],
		['2026-11-01T06:30:00Z', 'Nov 1, 1:30 AM', 'Oct 31, 11:30 PM', 'Oct 31, 11:30 PM'],
	])(
		'of %s is at %s in New York, %s in Phoenix, %s in Los Angeles',
		async (scheduledAt, newYork, phoenix, losAngeles) => {
			const { id } = await create({ scheduledAt })
			const [event] = events(await callApi(getSessionCalendar, { as: member, params: { id } })).events
			const start = event?.startDate.toJSDate() ?? new Date(0)
			expect(start.toISOString()).toBe(new Date(scheduledAt).toISOString())
			expect([
				clock(start, 'America/New_York'),
				clock(start, 'America/Phoenix'),
				clock(start, 'America/Los_Angeles'),
			]).toEqual([newYork, phoenix, losAngeles])
			expect(event?.endDate.toJSDate().getTime()).toBe(start.getTime() + 90 * 60_000)
		},
	)

	test('is a download with everything in it, whatever the text holds', async () => {
		const title = `Fees; retainers, and "what's fair" \\ ${'ü€😀 '.repeat(30)}`.trim()
		const description = 'First line\r\nSecond line; with, marks\nEND:VEVENT\nBEGIN:VALARM'
		const { id } = await create({ title, description })
		const reply = await callApi(getSessionCalendar, { as: member, params: { id } })
		expect(reply.header('content-type')).toBe('text/calendar; charset=utf-8')
		expect(reply.header('content-disposition')).toBe(`attachment; filename="coaching-${id}.ics"`)
		expect(reply.text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
		expect(reply.text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
		const { method, events: found } = events(reply)
		expect(method).toBe('PUBLISH')
		expect(found).toHaveLength(1)
		expect(found[0]).toMatchObject({ summary: title, location: 'https://zoom.example/j/123' })
		expect(found[0]?.description).toContain('First line\nSecond line; with, marks\nEND:VEVENT\nBEGIN:VALARM')
		expect((await callApi(getSessionCalendar, { as: member, params: { id: 'nobody' } })).status).toBe(404)
	})

	test('keeps its UID and raises its SEQUENCE with every change, up to the cancellation', async () => {
		const { id } = await create()
		const read = async () => {
			const { method, events: found } = events(await callApi(getSessionCalendar, { as: member, params: { id } }))
			return {
				method,
				uid: found[0]?.uid,
				sequence: found[0]?.sequence,
				status: found[0]?.component.getFirstPropertyValue('status'),
			}
		}
		const first = await read()
		expect(first).toMatchObject({ method: 'PUBLISH', sequence: 0, status: 'CONFIRMED' })
		await callApi(updateSession, { as: admin, params: { id }, body: session({ scheduledAt: inDays(12) }) })
		expect(await read()).toEqual({ ...first, sequence: 1 })
		await callApi(deleteSession, { as: admin, params: { id } })
		expect(await read()).toEqual({ method: 'CANCEL', uid: first.uid, sequence: 2, status: 'CANCELLED' })
	})
})

describe('the private calendar address', () => {
	const make = async (as: Principal) => {
		const reply = await callApi(createSubscription, { as })
		expect(reply.status).toBe(201)
		return (reply.json as { url: string }).url
	}
	const nobody: Principal = { userId: undefined, cookie: '', csrf: '' }
	const fetchCalendar = (url: string) =>
		callApi(getCalendar, { as: nobody, params: { file: url.split('/').at(-1) ?? '' } })

	test('brings all sessions without a sign-in, deleted ones as cancelled', async () => {
		const { id } = await create({ title: 'Deleted soon' })
		await create({ title: 'Stays' })
		await callApi(deleteSession, { as: admin, params: { id } })
		const url = await make(member)
		expect(url).toMatch(/^http:\/\/localhost:\d+\/api\/calendar\/[\w-]{43}\.ics$/)
		const reply = await fetchCalendar(url)
		expect(reply.header('content-type')).toBe('text/calendar; charset=utf-8')
		const found = events(reply)
		expect(found.method).toBe('PUBLISH')
		expect(found.events.map((event) => [event.summary, event.component.getFirstPropertyValue('status')])).toEqual([
			['Deleted soon', 'CANCELLED'],
			['Stays', 'CONFIRMED'],
		])
		expect(reply.text).not.toMatch(/dana|topic/i)
	})

	test('tells of a deleted session only what a calendar needs to forget it', async () => {
		const { id } = await create({ title: 'Deleted soon', description: 'Names a client' })
		await callApi(deleteSession, { as: admin, params: { id } })
		const reply = await fetchCalendar(await make(member))
		expect(events(reply).events).toHaveLength(1)
		expect(reply.text).not.toMatch(/client|zoom/i)
	})

	test('is replaced by a new one and can be revoked; no other member can touch it', async () => {
		const first = await make(member)
		const second = await make(member)
		expect((await fetchCalendar(first)).status).toBe(404)
		expect((await fetchCalendar(second)).status).toBe(200)
		await callApi(revokeSubscription, { as: other })
		expect((await fetchCalendar(second)).status).toBe(200)
		expect((await callApi(getSubscription, { as: member })).json).toEqual({ exists: true })
		expect((await callApi(getSubscription, { as: other })).json).toEqual({ exists: false })
		await callApi(revokeSubscription, { as: member })
		expect((await fetchCalendar(second)).status).toBe(404)
	})

	test('is stored as a hash and cannot be guessed from it', async () => {
		const url = await make(member)
		const [row] = await db().select().from(calendarSubscriptions)
		const token = url.split('/').at(-1)?.slice(0, -4) ?? ''
		const wrong = (token.startsWith('A') ? 'B' : 'A') + token.slice(1)
		expect(url).not.toContain(row?.tokenHash)
		for (const file of [`${row?.tokenHash}.ics`, row?.tokenHash ?? '', '.ics', 'x.ics', `${wrong}.ics`])
			expect((await callApi(getCalendar, { as: nobody, params: { file } })).status, file).toBe(404)
	})

	test('ends with the membership', async () => {
		const account = await insertAccount()
		const url = await make(await signedIn(account))
		await db().update(users).set({ status: 'inactive' }).where(eq(users.id, account.id))
		expect((await fetchCalendar(url)).status).toBe(404)
		await db().delete(users).where(eq(users.id, account.id))
		expect((await fetchCalendar(url)).status).toBe(404)
	})

	test('is not given to visitors', async () => {
		expect((await callApi(createSubscription, { as: visitor() })).status).toBe(401)
	})
})

describe('reminders', () => {
	const start = Date.now() + 30 * DAY
	const scheduledAt = new Date(start).toISOString()
	const recipients = async () => (await writtenMails()).map(({ to }) => to).sort()
	const everybody = ['admin@example.com', 'dana@example.com', 'tomas@example.com']

	test('go to all active members a day before, once', async () => {
		await create({ scheduledAt: '2026-12-03T19:00:00Z', title: 'The December call' })
		const at = Date.parse('2026-12-03T19:00:00Z') - REMINDER_MS
		await sendReminders(at - 1)
		expect(await recipients()).toEqual([])
		await Promise.all([sendReminders(at), sendReminders(at + 1000)])
		await sendReminders(at + HOUR)
		expect(await recipients()).toEqual(everybody)
		const [mail] = await writtenMails()
		expect(mail?.subject).toBe('Coaching soon: The December call')
		expect(mail?.text).toContain('December 3rd, 2026 at 2:00 PM, Eastern Standard Time')
		expect(mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
	})

	test('leave out who does not want them', async () => {
		await callApi(updatePreferences, { as: member, body: { mentions: true, comments: true, reminders: false } })
		await create({ scheduledAt })
		await sendReminders(start - HOUR)
		expect(await recipients()).toEqual(['admin@example.com', 'tomas@example.com'])
		await callApi(updatePreferences, { as: member, body: { mentions: true, comments: true, reminders: true } })
	})

	test('are not sent for deleted or past sessions, and are sent again when one was moved', async () => {
		const gone = await create({ scheduledAt })
		await callApi(deleteSession, { as: admin, params: { id: gone.id } })
		const { id } = await create({ scheduledAt })
		await sendReminders(start + 1)
		expect(await recipients()).toEqual([])
		await sendReminders(start - HOUR)
		expect(await recipients()).toEqual(everybody)
		await clearMails()
		const moved = start + 5 * DAY
		await callApi(updateSession, {
			as: admin,
			params: { id },
			body: session({ scheduledAt: new Date(moved).toISOString() }),
		})
		await sendReminders(start - HOUR)
		expect(await recipients()).toEqual([])
		await sendReminders(moved - HOUR)
		expect(await recipients()).toEqual(everybody)
	})

	test('reach a club of more than one batch, each member once', async () => {
		const now = new Date()
		await db()
			.insert(users)
			.values(
				Array.from({ length: 250 }, (_, i) => ({
					id: `bulk${String(i).padStart(4, '0')}`,
					name: `Bulk ${i}`,
					username: `bulk${i}`,
					email: `bulk${i}@example.com`,
					emailKey: `bulk${i}@example.com`,
					passwordHash: 'x',
					role: 'user' as const,
					status: 'active' as const,
					createdAt: now,
					updatedAt: now,
				})),
			)
		await create({ scheduledAt })
		await sendReminders(start - HOUR)
		const all = await recipients()
		expect([all.length, new Set(all).size]).toEqual([253, 253])
	})
})
