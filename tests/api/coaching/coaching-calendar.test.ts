import { eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { calendarSubscriptions } from '#db/schema/coaching.ts'
import { users } from '#db/schema/users.ts'
import {
	createSubscription,
	deleteSession,
	getCalendar,
	getSessionCalendar,
	getSubscription,
	revokeSubscription,
	updateSession,
} from '#src/features/coaching/contract.ts'
import { callApi, insertAccount, type Principal, type Reply, signedIn, visitor } from '#tests/support/api/api.ts'
import { admin, create, inDays, member, other, session, setUpCoaching } from '#tests/support/coaching.ts'

setUpCoaching()

/** Parses a file's events with an independent parser. */
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
	// In 2026 New York and Los Angeles change their clocks on March 8 and November 1; Phoenix never does.
	test.each([
		['2026-03-07T19:00:00Z', 'Mar 7, 2:00 PM', 'Mar 7, 12:00 PM', 'Mar 7, 11:00 AM'],
		['2026-03-09T19:00:00Z', 'Mar 9, 3:00 PM', 'Mar 9, 12:00 PM', 'Mar 9, 12:00 PM'],
		['2026-10-31T19:00:00Z', 'Oct 31, 3:00 PM', 'Oct 31, 12:00 PM', 'Oct 31, 12:00 PM'],
		['2026-11-02T19:00:00Z', 'Nov 2, 2:00 PM', 'Nov 2, 12:00 PM', 'Nov 2, 11:00 AM'],
		['2026-11-01T05:30:00Z', 'Nov 1, 1:30 AM', 'Oct 31, 10:30 PM', 'Oct 31, 10:30 PM'],
		['2026-11-01T06:30:00Z', 'Nov 1, 1:30 AM', 'Oct 31, 11:30 PM', 'Oct 31, 11:30 PM'],
	])(
		'converts %s to %s in New York, %s in Phoenix, %s in Los Angeles',
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

	test('is a valid download for any text', async () => {
		const title = `Fees; retainers, and "what's fair" \\ ${'ü€😀 '.repeat(30)}`.trim()
		const description = 'First line\r\nSecond line; with, marks\nEND:VEVENT\nBEGIN:VALARM'
		const { id } = await create({ title, description })
		const reply = await callApi(getSessionCalendar, { as: member, params: { id } })
		expect(reply.header('content-type')).toBe('text/calendar; charset=utf-8')
		expect(reply.header('content-disposition')).toBe(`attachment; filename="coaching-${id}.ics"`)
		expect(reply.text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
		expect(reply.text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
		const { method, events: parsed } = events(reply)
		expect(method).toBe('PUBLISH')
		expect(parsed).toHaveLength(1)
		expect(parsed[0]).toMatchObject({ summary: title, location: 'https://zoom.example/j/123' })
		expect(parsed[0]?.organizer).toMatch(/^mailto:[\w.-]+@[\w.-]+$/)
		expect(parsed[0]?.description).toContain('First line\nSecond line; with, marks\nEND:VEVENT\nBEGIN:VALARM')
		expect((await callApi(getSessionCalendar, { as: member, params: { id: 'nobody' } })).status).toBe(404)
	})

	test('keeps its UID and raises its SEQUENCE with every change, including the cancellation', async () => {
		const { id } = await create()
		const read = async () => {
			const { method, events: parsed } = events(await callApi(getSessionCalendar, { as: member, params: { id } }))
			return {
				method,
				uid: parsed[0]?.uid,
				sequence: parsed[0]?.sequence,
				status: parsed[0]?.component.getFirstPropertyValue('status'),
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

describe('the private calendar URL', () => {
	const createUrl = async (as: Principal) => {
		const reply = await callApi(createSubscription, { as })
		expect(reply.status).toBe(201)
		return (reply.json as { url: string }).url
	}
	const nobody: Principal = { userId: undefined, cookie: '', csrf: '' }
	const fetchCalendar = (url: string) =>
		callApi(getCalendar, { as: nobody, params: { file: url.split('/').at(-1) ?? '' } })

	test('returns all sessions without a sign-in, deleted ones as canceled', async () => {
		const { id } = await create({ title: 'Deleted soon' })
		await create({ title: 'Stays' })
		await callApi(deleteSession, { as: admin, params: { id } })
		const url = await createUrl(member)
		expect(url).toMatch(/^http:\/\/localhost:\d+\/api\/calendar\/[\w-]{43}\.ics$/)
		const reply = await fetchCalendar(url)
		expect(reply.header('content-type')).toBe('text/calendar; charset=utf-8')
		const calendar = events(reply)
		expect(calendar.method).toBe('PUBLISH')
		expect(calendar.events.map((event) => [event.summary, event.component.getFirstPropertyValue('status')])).toEqual([
			['Deleted soon', 'CANCELLED'],
			['Stays', 'CONFIRMED'],
		])
		expect(reply.text).not.toMatch(/dana|topic/i)
	})

	test('returns only the data that a calendar needs to remove a deleted session', async () => {
		const { id } = await create({ title: 'Deleted soon', description: 'Names a client' })
		await callApi(deleteSession, { as: admin, params: { id } })
		const reply = await fetchCalendar(await createUrl(member))
		expect(events(reply).events).toHaveLength(1)
		expect(reply.text).not.toMatch(/client|zoom/i)
	})

	test('is replaced by a new one, can be revoked, and is not accessible to other members', async () => {
		const first = await createUrl(member)
		const second = await createUrl(member)
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
		const url = await createUrl(member)
		const [row] = await db().select().from(calendarSubscriptions)
		const token = url.split('/').at(-1)?.slice(0, -4) ?? ''
		const wrong = (token.startsWith('A') ? 'B' : 'A') + token.slice(1)
		expect(url).not.toContain(row?.tokenHash)
		for (const file of [`${row?.tokenHash}.ics`, row?.tokenHash ?? '', '.ics', 'x.ics', `${wrong}.ics`])
			expect((await callApi(getCalendar, { as: nobody, params: { file } })).status, file).toBe(404)
	})

	test('is invalid after the membership ends', async () => {
		const account = await insertAccount()
		const url = await createUrl(await signedIn(account))
		await db().update(users).set({ status: 'inactive' }).where(eq(users.id, account.id))
		expect((await fetchCalendar(url)).status).toBe(404)
		await db().delete(users).where(eq(users.id, account.id))
		expect((await fetchCalendar(url)).status).toBe(404)
	})

	test('does not work during a suspension', async () => {
		const account = await insertAccount()
		const url = await createUrl(await signedIn(account))
		const suspend = (suspendedUntil: Date) =>
			db().update(users).set({ suspendedUntil, suspendedReason: 'Insults' }).where(eq(users.id, account.id))
		await suspend(new Date(Date.now() + 60_000))
		expect((await fetchCalendar(url)).status).toBe(404)
		await suspend(new Date())
		expect((await fetchCalendar(url)).status).toBe(200)
	})

	test('is not available to visitors', async () => {
		expect((await callApi(createSubscription, { as: visitor() })).status).toBe(401)
	})
})
