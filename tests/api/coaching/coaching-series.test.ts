import { desc, eq, inArray, sql } from 'drizzle-orm'
import ICAL from 'ical.js'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { coachingSessions, coachingTopics } from '#db/schema/coaching.ts'
import { deletions } from '#db/schema/deletions.ts'
import {
	createSession,
	deleteSession,
	getSessionCalendar,
	type Session,
	updateSession,
} from '#src/features/coaching/contract.ts'
import { restoreDeletion } from '#src/features/deletions/contract.ts'
import { createMailing, type Mailing } from '#src/features/mailings/contract.ts'
import { toLocalInput } from '#src/lib/dates/zoned-time.ts'
import { newId } from '#src/lib/ids.ts'
import { callApi } from '#tests/support/api/api.ts'
import { admin, create, member, session, sessions, setUpCoaching, suggest } from '#tests/support/coaching.ts'
import { notified, readAll } from '#tests/support/notifications.ts'

setUpCoaching()
beforeEach(() => readAll(member))

// A Thursday at 2 PM in New York. The clocks go back on November 4.
const FIRST = '2091-09-06T18:00:00.000Z'

const createSeries = (repeats: object, body: object = {}) =>
	callApi(createSession, { as: admin, body: { ...session({ scheduledAt: FIRST, ...body }), repeats } })

async function monthly(times = 12): Promise<Session[]> {
	const reply = await createSeries({ every: 'month', times })
	expect(reply.status, reply.text).toBe(201)
	const list = await sessions(admin)
	expect(list[0]).toEqual(reply.json)
	return list
}
const at = (list: readonly Session[], index: number) => list[index] as Session
const local = ({ scheduledAt, timeZone }: Session) => toLocalInput(scheduledAt, timeZone)
const change = (id: string, body: object) => callApi(updateSession, { as: admin, params: { id }, body })
const cancel = (id: string, scope = 'following') =>
	callApi(deleteSession, { as: admin, params: { id }, query: { scope } })
/** Returns the audit entries of the sessions of this test, newest first. */
const entries = () =>
	db()
		.select({ action: audit.action, subjectId: audit.subjectId, detail: sql<string>`${audit.detail}` })
		.from(audit)
		.innerJoin(coachingSessions, eq(coachingSessions.id, audit.subjectId))
		.orderBy(desc(audit.id))
const detailOf = (entry: { detail: string } | undefined) => JSON.parse(entry?.detail ?? '{}') as unknown

async function calendarOf(id: string) {
	const reply = await callApi(getSessionCalendar, { as: member, params: { id } })
	const event = new ICAL.Event(new ICAL.Component(ICAL.parse(reply.text)).getFirstSubcomponent('vevent') ?? undefined)
	const status = event.component.getFirstPropertyValue('status')
	return { uid: event.uid, sequence: event.sequence, status, start: event.startDate.toJSDate().toISOString() }
}

describe('a series', () => {
	test('has twelve sessions by default, at the same local time', async () => {
		expect((await createSeries({ every: 'month' })).status).toBe(201)
		const list = await sessions()
		expect(list).toHaveLength(12)
		expect(list.map((one) => local(one).slice(10))).toEqual(Array.from({ length: 12 }, () => 'T14:00'))
		expect(new Set(list.map(({ seriesId }) => seriesId))).toEqual(new Set([at(list, 0).id]))
		expect([...new Set(list.map(({ scheduledAt }) => scheduledAt.slice(11, 16)))].sort()).toEqual(['18:00', '19:00'])
	})

	test('is one notification and one audit entry', async () => {
		const [first] = await monthly(4)
		expect((await notified(member)).map(({ title }) => title)).toEqual(['Monthly coaching call'])
		const [entry, ...others] = await entries()
		expect(entry).toMatchObject({ action: 'session.created', subjectId: first?.id })
		expect(detailOf(entry)).toEqual({ time: FIRST, sessions: 4 })
		expect(others).toEqual([])
	})

	test('is created once for a repeated request', async () => {
		const body = { ...session({ scheduledAt: FIRST }), repeats: { every: 'week', times: 3 }, idempotencyKey: newId() }
		const replies = [
			await callApi(createSession, { as: admin, body }),
			await callApi(createSession, { as: admin, body }),
		]
		expect(replies.map(({ status }) => status)).toEqual([201, 201])
		expect(replies[1]?.json).toEqual(replies[0]?.json)
		expect(await sessions()).toHaveLength(3)
	})

	test('starts an hour later on the day on which the clocks skip its time', async () => {
		// 2:30 AM on the Sunday before.
		await createSeries({ every: 'week', times: 3 }, { scheduledAt: '2091-03-04T07:30:00.000Z' })
		expect((await sessions()).map(local)).toEqual(['2091-03-04T02:30', '2091-03-11T03:30', '2091-03-18T02:30'])
	})

	test('from a 31st uses the last such weekday of each month', async () => {
		await createSeries({ every: 'month', times: 4 }, { scheduledAt: '2091-01-31T17:00:00.000Z' })
		expect((await sessions()).map(local)).toEqual([
			...['2091-01-31T12:00', '2091-02-28T12:00', '2091-03-28T12:00', '2091-04-25T12:00'],
		])
	})

	test.each([
		[{ every: 'week', times: 10_000 }, {}, 'A series can have 2 to 52 sessions'],
		[{ every: 'week', times: 1 }, {}, 'A series can have 2 to 52 sessions'],
		[{ every: 'week', times: 2.5 }, {}, 'A series can have 2 to 52 sessions'],
		[{ every: 'week', weeks: 0 }, {}, 'A session repeats every 1 to 52 weeks'],
		[{ every: 'week', weeks: 53 }, {}, 'A session repeats every 1 to 52 weeks'],
		[{ every: 'day' }, {}, 'Choose how the session repeats'],
		['weekly', {}, 'Choose how the session repeats'],
		[{ every: 'lastOfMonth' }, {}, 'This day is not the last of its weekday in the month'],
		[
			{ every: 'month' },
			{ scheduledAt: '9999-10-01T12:00:00Z' },
			'A later session of this series would have no valid date',
		],
	])('is rejected for %j %j: %s', async (repeats, body, message) => {
		const reply = await createSeries(repeats as object, body)
		expect([reply.status, reply.text]).toEqual([400, message])
		expect(await sessions()).toEqual([])
	})
})

describe('a change of a series', () => {
	test('affects one session by default, as specified', async () => {
		const list = await monthly(3)
		const second = at(list, 1)
		expect((await change(second.id, { scheduledAt: '2091-10-05T18:00:00.000Z' })).status).toBe(200)
		const after = await sessions(admin)
		expect([after[0], after[2]]).toEqual([list[0], list[2]])
		expect(after[1]).toMatchObject({ id: second.id, scheduledAt: '2091-10-05T18:00:00.000Z', seriesId: list[0]?.id })
	})

	test('moves this and the following sessions by the same days and to the new local time, even in calendars', async () => {
		const list = await monthly(4)
		const before = await Promise.all(list.map(({ id }) => calendarOf(id)))
		const body = { ...session(), scheduledAt: '2091-10-05T19:30:00.000Z', scope: 'following', version: 1 }
		const reply = await change(at(list, 1).id, body)
		expect(reply.json, reply.text).toMatchObject({ id: at(list, 1).id, version: 2 })
		const after = await sessions(admin)
		expect(after.map(local)).toEqual(['2091-09-06T14:00', '2091-10-05T15:30', '2091-11-02T15:30', '2091-12-07T15:30'])
		expect(after.map(({ version }) => version)).toEqual([1, 2, 2, 2])
		const calendars = await Promise.all(list.map(({ id }) => calendarOf(id)))
		expect(calendars).toEqual(
			before.map((one, index) => ({
				...one,
				...{ sequence: index === 0 ? 0 : 1, start: at(after, index).scheduledAt, status: 'CONFIRMED' },
			})),
		)
		const moves = (await entries()).filter(({ action }) => action === 'session.moved')
		expect(moves.map(({ subjectId }) => subjectId)).toEqual([at(list, 1).id])
		expect(detailOf(moves[0])).toEqual({ time: [at(list, 1).scheduledAt, '2091-10-05T19:30:00.000Z'], sessions: 3 })
	})

	test('keeps changes made to a single later session', async () => {
		const list = await monthly(3)
		await change(at(list, 2).id, { title: 'The year in review', scheduledAt: '2091-11-09T19:00:00.000Z' })
		const body = { ...session({ scheduledAt: FIRST }), zoomLink: 'https://zoom.example/j/new', scope: 'following' }
		await change(at(list, 0).id, body)
		const after = await sessions(admin)
		expect(after.map(({ title }) => title)).toEqual([
			...['Monthly coaching call', 'Monthly coaching call', 'The year in review'],
		])
		expect(after[2]).toMatchObject({ scheduledAt: '2091-11-09T19:00:00.000Z', zoomLink: 'https://zoom.example/j/new' })
		expect(new Set(after.map(({ zoomLink }) => zoomLink)).size).toBe(1)
	})

	test('of an outdated version changes nothing in any session', async () => {
		const list = await monthly(3)
		await change(at(list, 0).id, { title: 'Another title' })
		const before = await sessions(admin)
		const reply = await change(at(list, 0).id, { title: 'Mine', scope: 'following', version: 1 })
		expect(reply.status).toBe(409)
		expect(await sessions(admin)).toEqual(before)
	})

	test('applies to all its sessions despite concurrent changes', async () => {
		const list = await monthly(6)
		const moves = list.slice(1).map(({ id }) => change(id, { description: 'Changed at the same time' }))
		const replies = await Promise.all([change(at(list, 0).id, { title: 'All of them', scope: 'following' }), ...moves])
		expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
		const after = await sessions(admin)
		expect(new Set(after.map(({ title }) => title))).toEqual(new Set(['All of them']))
		expect(after.slice(1).every(({ description }) => description === 'Changed at the same time')).toBe(true)
	})

	test('to a date beyond the year 9999 is rejected', async () => {
		const list = await monthly(3)
		const reply = await change(at(list, 0).id, { scheduledAt: '9999-12-30T12:00:00.000Z', scope: 'following' })
		expect([reply.status, reply.text]).toEqual([400, 'A later session of this series would have no valid date'])
		expect(await sessions(admin)).toEqual(list)
	})

	test('affects only this session if it has no series', async () => {
		const { id } = await create()
		await create({ title: 'Another single one', scheduledAt: '2091-01-01T12:00:00Z' })
		expect((await change(id, { title: 'Renamed', scope: 'following' })).status).toBe(200)
		expect((await sessions()).map(({ title }) => title)).toEqual(['Renamed', 'Another single one'])
		expect((await change('nobody', { title: 'Renamed', scope: 'following' })).status).toBe(404)
		const reply = await change(id, { title: 'Renamed', scope: 'all' })
		expect([reply.status, reply.text]).toEqual([400, 'Choose which sessions to change'])
	})
})

describe('canceling a series', () => {
	test('cancels this and the following sessions with their topics; each can be restored', async () => {
		const list = await monthly(4)
		await suggest(at(list, 2).id, 'Raising fees with old clients')
		expect((await cancel(at(list, 1).id)).status).toBe(204)
		expect((await sessions(admin)).map(({ id }) => id)).toEqual([at(list, 0).id])
		expect((await Promise.all(list.map(({ id }) => calendarOf(id)))).map(({ status }) => status)).toEqual([
			...['CONFIRMED', 'CANCELLED', 'CANCELLED', 'CANCELLED'],
		])
		const [entry] = await entries()
		expect(entry).toMatchObject({ action: 'session.deleted', subjectId: at(list, 1).id })
		expect(detailOf(entry)).toEqual({ topics: 1, sessions: 3 })
		const ids = list.slice(1).map(({ id }) => id)
		const trash = await db().select({ id: deletions.id }).from(deletions).where(inArray(deletions.subjectId, ids))
		expect(trash).toHaveLength(3)
		expect(await db().$count(coachingTopics)).toBe(0)
		for (const { id } of trash) expect((await callApi(restoreDeletion, { as: admin, params: { id } })).status).toBe(200)
		expect((await sessions(admin)).map(local)).toEqual(list.map(local))
		expect(await db().$count(coachingTopics)).toBe(1)
	})

	test('cancels one session by default, as specified', async () => {
		const list = await monthly(3)
		expect((await callApi(deleteSession, { as: admin, params: { id: at(list, 1).id } })).status).toBe(204)
		expect(await sessions(admin)).toEqual([list[0], list[2]])
		expect((await cancel(at(list, 1).id)).status).toBe(404)
		expect(await sessions(admin)).toHaveLength(2)
	})
})

describe('the draft of an email', () => {
	const draft = async (body: object) => {
		const reply = await callApi(createMailing, { as: admin, body })
		expect(reply.status, reply.text).toBe(201)
		return reply.json as Mailing
	}

	test('names all dates of a new series', async () => {
		const [first] = await monthly(3)
		const { subject, content } = await draft({ start: 'session', subjectId: first?.id, isSeries: true })
		expect(subject).toBe('New session: Monthly coaching call')
		expect(content.match(/<li>/g)).toHaveLength(3)
		expect(content).toContain('<li>November 1st, 2091 at 2:00 PM ET</li>')
		const single = await draft({ start: 'session', subjectId: first?.id })
		expect(single.content).not.toContain('<li>')
	})

	test('for a canceled session names it and the later sessions canceled together with it', async () => {
		const list = await monthly(4)
		await cancel(at(list, 3).id)
		await cancel(at(list, 1).id)
		const { subject, content } = await draft({
			start: 'cancelledSession',
			subjectId: at(list, 1).id,
			isSeries: true,
		})
		expect(subject).toBe('Called off: Monthly coaching call')
		expect(content).toContain('October 4th, 2091 at 2:00 PM')
		expect(content.match(/<li>/g)).toHaveLength(1)
		expect(content).toContain(`<a href="/api/coaching/sessions/${at(list, 1).id}/calendar">`)
		expect(content).not.toMatch(/zoom|stuck/)
	})

	test('cannot announce a canceled session, or the cancellation of one that takes place', async () => {
		const list = await monthly(2)
		await cancel(at(list, 1).id)
		for (const [start, index] of [
			['session', 1],
			['movedSession', 1],
			['cancelledSession', 0],
		] as const) {
			const reply = await callApi(createMailing, { as: admin, body: { start, subjectId: at(list, index).id } })
			expect([reply.status, reply.text]).toEqual([400, 'Choose what it is about'])
		}
	})
})

test('a series uses the time zone that the admin chose', async () => {
	await createSeries(
		{ every: 'week', times: 2 },
		{ timeZone: 'America/Phoenix', scheduledAt: '2091-03-10T20:00:00.000Z' },
	)
	const rows = await db().select().from(coachingSessions).where(eq(coachingSessions.timeZone, 'America/Phoenix'))
	expect(rows.map(({ scheduledAt }) => scheduledAt.toISOString().slice(11, 16))).toEqual(['20:00', '20:00'])
})
