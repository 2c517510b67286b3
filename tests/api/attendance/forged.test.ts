import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { attendanceEvidence, attendances, certificates } from '#db/schema/attendance.ts'
import { cleCredits } from '#db/schema/cle.ts'
import { memberships } from '#db/schema/dues.ts'
import { users } from '#db/schema/users.ts'
import { verifyCertificate } from '#src/features/attendance/certificates-contract.ts'
import { type Attendance, sendBeat } from '#src/features/attendance/contract.ts'
import { setSite } from '#src/lib/site/site.ts'
import { callApi, type Reply } from '#tests/support/api/api.ts'
import {
	addActivity,
	addAdmission,
	admin,
	attendanceIn,
	beat,
	complete,
	enter,
	finish,
	MINUTE,
	member,
	other,
	read,
	setUpAttendance,
	start,
	wait,
	watch,
} from '#tests/support/cle/attendance.ts'

// Ways in which a member may try to get credit without watching.

setUpAttendance()

const TIME = 'Time does not add up. Reload the page to go on.'
const said = ({ status, text }: Reply) => [status, text]
const send = (id: string, body: object) => callApi(sendBeat, { as: member, params: { id }, body })

const begin = async (minutes = 50) => attendanceIn(await start(member, await addActivity({ minutes })))

/** Expects that no evidence, credit or certificate exists. */
async function expectNothing(): Promise<void> {
	for (const table of [attendanceEvidence, certificates, cleCredits]) expect(await db().$count(table)).toBe(0)
}

describe('a beat is refused', () => {
	const span = { sequence: 1, from: 0, to: 10_000 }

	test.each<[string, object]>([
		['backward', { from: 10_000, to: 0 }],
		['of no length', { to: 0 }],
		['ten times as fast', { to: 100_000, rate: 10 }],
		['a thousand times as fast', { to: 10_000_000, rate: 1_000 }],
		['at a speed that it does not need', { rate: 1.25 }],
		['at no speed', { rate: 0 }],
		['at a speed below none', { rate: -1 }],
		['at next to no speed', { rate: 1e-320 }],
		['longer than the time that passed', { to: 12_001 }],
		['of the whole recording', { to: 50 * MINUTE }],
		['that is huge', { to: Number.MAX_VALUE }],
		['from far below', { from: -Number.MAX_VALUE }],
		['beyond whole numbers', { from: 2 ** 53, to: 2 ** 53 + 10_000 }],
		['of a part of a millisecond', { to: 9_999.5 }],
		['with a sequence that is no whole number', { sequence: 0.5 }],
		['with a sequence below the first', { sequence: -1 }],
		['with the sequence of the start', { sequence: 0 }],
	])('%s', async (_, overrides) => {
		const { id } = await begin()
		wait(10_000)
		expect(said(await send(id, { ...span, ...overrides }))).toEqual([409, TIME])
		expect(await read(member, id)).toMatchObject({ confirmedMs: 0, sequence: 0, positionMs: null })
		expect(attendanceIn(await send(id, span)).confirmedMs).toBe(10_000)
	})

	test.each<[string, object]>([
		['with a text for a number', { to: '10000' }],
		['with a number that JSON does not have', { to: Number.NaN }],
		['without an end', { to: undefined }],
		['with a list for a number', { from: [0] }],
	])('%s', async (_, overrides) => {
		const { id } = await begin()
		wait(10_000)
		expect(said(await send(id, { ...span, ...overrides }))).toEqual([400, TIME])
		expect((await read(member, id)).confirmedMs).toBe(0)
	})
})

test('overlapping parts count once, and parts outside of the recording do not count', async () => {
	let state = await watch(member, await begin(50), 30)
	for (const [from, to, confirmed] of [
		[25_000, 35_000, 35_000],
		[5_000, 15_000, 35_000],
		[-5_000, 5_000, 35_000],
		[2_995_000, 3_005_000, 40_000],
		[9_000_000, 9_010_000, 40_000],
	] as const) {
		wait(10_000)
		state = attendanceIn(await beat(member, state, [from, to], { isSeek: true }))
		expect(state.confirmedMs).toBe(confirmed)
	}
})

test('no beats finish a recording in less time than it lasts', async () => {
	const { id } = await begin(2)
	let sequence = 0
	for (let second = 0; second < 100; second++) {
		wait(1_000)
		const at = second * 1_200
		await Promise.all(
			Array.from({ length: 5 }, (_, tab) =>
				send(id, { sequence: ++sequence, from: at + tab * 20_000, to: at + tab * 20_000 + 12_000, isSeek: true }),
			),
		)
	}
	expect((await read(member, id)).confirmedMs).toBeLessThanOrEqual(102_000)
	expect((await finish(member, id)).status).toBe(409)
	await expectNothing()
})

test('an attendance that is over rejects all further calls and does not change', async () => {
	const over = [409, 'This attendance is over. Reload the page.']
	await addAdmission(member.userId, 'US-NY')
	const done = await complete(member, await addActivity({ minutes: 50 }))
	const evidence = await db().select().from(attendanceEvidence)
	wait(10_000)
	expect(said(await beat(member, done, [0, 10_000], { isSeek: true }))).toEqual(over)
	expect(said(await enter(member, done.id, 'AAAA'))).toEqual(over)
	expect(attendanceIn(await finish(member, done.id)).certificates).toEqual(done.certificates)
	expect(await db().select().from(attendanceEvidence)).toEqual(evidence)
	expect(await db().$count(cleCredits)).toBe(1)
	const refused = await begin()
	await db().update(attendances).set({ state: 'refused' }).where(eq(attendances.id, refused.id))
	wait(10_000)
	expect(said(await beat(member, refused, [0, 10_000]))).toEqual(over)
	expect(said(await finish(member, refused.id))).toEqual(over)
})

test('neither another member nor an admin can change an attendance', async () => {
	const state = await begin()
	wait(10_000)
	for (const as of [other, admin]) {
		expect(said(await beat(as, state, [0, 10_000]))).toEqual([409, TIME])
		expect(said(await enter(as, state.id, 'AAAA'))).toEqual([404, 'Attendance not found'])
		expect(said(await finish(as, state.id, 'Dana Whitfield'))).toEqual([404, 'Attendance not found'])
	}
	expect(await read(member, state.id)).toMatchObject({ confirmedMs: 0, state: 'open' })
	await expectNothing()
})

/** Calls every endpoint that a member uses to attend, and returns the statuses. */
async function callAll(state: Attendance): Promise<number[]> {
	const calls = [
		start(member, { kind: state.kind, refId: state.refId }),
		beat(member, state, [0, 10_000]),
		enter(member, state.id, 'AAAA'),
		finish(member, state.id),
	]
	return (await Promise.all(calls)).map(({ status }) => status)
}

test('a lapsed or suspended member cannot attend anything', async () => {
	const state = await begin()
	wait(10_000)
	setSite({ name: 'Second Chair', timeZone: 'America/New_York', collectsDues: 'on' })
	const userId = member.userId ?? ''
	await db().insert(memberships).values({ userId, startedOn: '2026-01-01', anchorDay: 1, paidThrough: '2026-12-31' })
	expect(await callAll(state)).toEqual([403, 403, 403, 403])
	await db().delete(memberships)
	await db().update(users).set({ status: 'inactive' }).where(eq(users.id, userId))
	expect(await callAll(state)).toEqual([401, 401, 401, 401])
	await db().update(users).set({ status: 'active' }).where(eq(users.id, userId))
	expect(await read(member, state.id)).toMatchObject({ confirmedMs: 0, state: 'open' })
	await expectNothing()
})

test('of a thousand codes at once at most five are checked, and an admin decides', async () => {
	let state = await begin(2)
	while (!state.prompt) {
		const from = state.positionMs ?? 0
		wait(10_000)
		state = attendanceIn(await beat(member, state, [from, from + 10_000]))
	}
	const { code } = state.prompt
	const guesses = Array.from({ length: 1_000 }, (_, at) => at.toString(36).toUpperCase().padStart(4, '2'))
	const replies = await Promise.all(
		guesses.filter((guess) => guess !== code).map((guess) => enter(member, state.id, guess)),
	)
	const statuses = Map.groupBy(replies, ({ status }) => status)
	// A busy server may count a try without answering it.
	expect(statuses.get(400)?.length ?? 0).toBeLessThanOrEqual(4)
	expect(statuses.has(200)).toBe(false)
	const [row] = await db().select().from(attendances)
	expect(row).toMatchObject({ state: 'review', wrongTries: 5 })
	expect((await enter(member, state.id, code)).status).toBe(409)
	await expectNothing()
})

test('a certificate number cannot be guessed from another number or a part of one', async () => {
	await addAdmission(member.userId, 'US-NY')
	const { certificates: numbers } = await complete(member, await addActivity({ minutes: 50 }))
	const [number = ''] = numbers
	expect(number).toMatch(/^[A-Z2-7]{16}$/)
	const guesses = [
		...[number.slice(1), `${number}A`, number.slice(0, 15), `${number.slice(0, 15)}%`, '_'.repeat(16), '%', '*'],
		...["' or 1=1 --", `${number.slice(0, 8)} or`],
	]
	for (const [at, guess] of guesses.entries()) {
		const body = { number: guess, lastName: 'Whitfield' }
		const reply = await callApi(verifyCertificate, { body, clientAddress: `203.0.113.${at}` })
		expect(said(reply)).toEqual([404, 'No record with this number and name'])
	}
})
