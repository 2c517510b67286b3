import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { attendances } from '#db/schema/attendance.ts'
import { cleActivities } from '#db/schema/cle.ts'
import { coachingSessions } from '#db/schema/coaching.ts'
import { type FoundAttendance, findAttendance, signOutOfSession } from '#src/features/attendance/contract.ts'
import { callApi } from '#tests/support/api/api.ts'
import {
	addAdmission,
	addSession,
	attendanceIn,
	enter,
	finish,
	MINUTE,
	member,
	other,
	read,
	START,
	setUpAttendance,
	start,
	wait,
} from '#tests/support/cle/attendance.ts'
import { addUpcomingSession, upload } from '#tests/support/cle/sessions.ts'

setUpAttendance()

const signOut = (id: string, as = member) => callApi(signOutOfSession, { as, params: { id } })

describe('check-in', () => {
	test('opens ten minutes before a session', async () => {
		const session = await addSession(START + 11 * MINUTE)
		const early = await start(member, session)
		expect([early.status, early.text]).toEqual([409, 'Check-in opens 10 minutes before the session'])
		const query = { kind: 'session', id: session.refId }
		expect(((await callApi(findAttendance, { as: member, query })).json as FoundAttendance).offer).toMatchObject({
			mode: 'live',
			refusal: 'Check-in opens 10 minutes before the session',
		})
		wait(MINUTE)
		const state = attendanceIn(await start(member, session))
		expect(state.live).toEqual({
			startsAt: new Date(START + 11 * MINUTE).toISOString(),
			endsAt: new Date(START + 71 * MINUTE).toISOString(),
			checkedInAt: new Date(START + MINUTE).toISOString(),
			...{ isMoved: false, signedOutAt: null, hasCodes: false, listedMinutes: null, proofs: 0 },
		})
		expect(state.missing).toBe('The session is not over yet')
	})

	test('does not count after the session, and is refused a day later', async () => {
		const session = await addUpcomingSession()
		wait(71 * MINUTE)
		expect(attendanceIn(await start(member, session)).live?.checkedInAt).toBeNull()
		wait(24 * 60 * MINUTE)
		const late = await start(other, session)
		expect([late.status, late.text]).toEqual([409, 'Attendance for this session is closed'])
	})

	test('is refused for a canceled session', async () => {
		const session = await addUpcomingSession()
		await db().update(coachingSessions).set({ cancelledAt: new Date() }).where(eq(coachingSessions.id, session.refId))
		expect((await start(member, session)).text).toBe('This programme is not offered for attendance')
	})
})

describe('two of three proofs make an attendance', () => {
	test('check-in and code', async () => {
		await addAdmission(member.userId, 'US-CA')
		const session = await addUpcomingSession()
		const { id } = attendanceIn(await start(member, session))
		wait(40 * MINUTE)
		expect(attendanceIn(await enter(member, id, 'torts')).codesEntered).toBe(1)
		expect((await finish(member, id)).text).toBe('The session is not over yet')
		wait(30 * MINUTE)
		expect((await read(member, id)).live?.proofs).toBe(2)
		expect(attendanceIn(await finish(member, id)).state).toBe('complete')
	})

	test('check-in and list', async () => {
		const session = await addUpcomingSession()
		const { id } = attendanceIn(await start(member, session))
		wait(75 * MINUTE)
		expect((await finish(member, id)).text).toBe(
			'Two of three proofs are needed. Missing: the spoken codes; the list of participants, which the club imports.',
		)
		expect((await upload(session.id)).json).toMatchObject({ matched: 1, short: [] })
		expect(attendanceIn(await finish(member, id))).toMatchObject({ state: 'complete' })
	})

	test('code and list, if the member did not check in', async () => {
		const session = await addUpcomingSession()
		wait(75 * MINUTE)
		expect((await upload(session.id)).status).toBe(200)
		const { id } = attendanceIn(await start(member, session))
		expect(await db().$count(attendances)).toBe(1)
		expect(attendanceIn(await enter(member, id, 'TORTS'))).toMatchObject({
			live: { checkedInAt: null, listedMinutes: 59, proofs: 2 },
			missing: null,
		})
		expect(attendanceIn(await finish(member, id)).state).toBe('complete')
	})

	test('a late check-in or an early sign-out does not count', async () => {
		const session = await addUpcomingSession()
		wait(20 * MINUTE)
		const { id: late } = attendanceIn(await start(member, session))
		const { id: left } = attendanceIn(await start(other, session))
		wait(20 * MINUTE)
		for (const [as, id] of [
			[member, late],
			[other, left],
		] as const)
			await enter(as, id, 'TORTS')
		expect(attendanceIn(await signOut(left, other)).live?.signedOutAt).toBe(new Date(START + 40 * MINUTE).toISOString())
		wait(60 * MINUTE)
		expect((await finish(member, late)).text).toContain('Missing: a check-in at the beginning; the list')
		expect((await finish(other, left, 'Tomas Keller')).text).toContain('Missing: a check-in at the beginning')
	})

	test('no proof counts if the session was deleted', async () => {
		const session = await addUpcomingSession()
		const { id } = attendanceIn(await start(member, session))
		await db().delete(coachingSessions)
		wait(75 * MINUTE)
		expect((await finish(member, id)).text).toBe('This session was cancelled or deleted')
	})

	test('no proof counts if the session was canceled', async () => {
		const session = await addUpcomingSession()
		const { id } = attendanceIn(await start(member, session))
		await enter(member, id, 'TORTS')
		await db().update(coachingSessions).set({ cancelledAt: new Date() })
		wait(75 * MINUTE)
		expect((await finish(member, id)).text).toBe('This session was cancelled or deleted')
	})

	test('a check-in from before the session was moved does not count: the member checks in again', async () => {
		const session = await addUpcomingSession()
		const move = (minutes: number) =>
			db()
				.update(coachingSessions)
				.set({ scheduledAt: new Date(START + minutes * MINUTE) })
		const ofSession = { kind: 'session', id: session.refId }
		const { id } = attendanceIn(await start(member, session))
		attendanceIn(await start(other, session))
		await signOut(id)
		await move(120)
		expect((await read(member, id)).live).toMatchObject({ checkedInAt: null, isMoved: true, signedOutAt: null })
		const found = async () => (await callApi(findAttendance, { as: member, query: ofSession })).json as FoundAttendance
		expect((await found()).offer?.refusal).toBe('Check-in opens 10 minutes before the session')
		expect((await signOut(id)).text).toBe('You have not checked in to this session')
		expect(attendanceIn(await start(member, session)).live?.checkedInAt).toBeNull()
		wait(115 * MINUTE)
		expect((await found()).offer?.refusal).toBeNull()
		const again = attendanceIn(await start(member, session))
		expect([again.id, again.live?.checkedInAt, again.live?.signedOutAt]).toEqual([
			...[id, new Date(START + 115 * MINUTE).toISOString(), null],
		])
		expect((await found()).offer).toBeNull()
		wait(66 * MINUTE)
		expect((await read(member, id)).live?.proofs).toBe(1)
		expect(attendanceIn(await start(other, session)).live?.proofs).toBe(0)
		await move(0)
		expect((await read(member, id)).live?.proofs).toBe(0)
	})

	test('no proof counts if the session was shorter than its programme, until an admin corrects it', async () => {
		const session = await addUpcomingSession()
		await db().update(coachingSessions).set({ durationMinutes: 10 })
		const { id } = attendanceIn(await start(member, session))
		await enter(member, id, 'TORTS')
		wait(25 * MINUTE)
		const short = await upload(session.id)
		expect(short.json).toMatchObject({ matched: 1, short: ['Dana Whitfield'] })
		expect(await read(member, id)).toMatchObject({ confirmedMs: 10 * MINUTE, requiredMs: 3_528_000 })
		expect((await finish(member, id)).text).toBe('This session was shorter than its programme. Please tell an admin.')
		await db().update(cleActivities).set({ minutes: 10 }).where(eq(cleActivities.id, session.id))
		expect(attendanceIn(await finish(member, id)).state).toBe('complete')
	})
})

test('only a member who checked in can sign out, and a late sign-out is recorded at the end of the session', async () => {
	const session = await addUpcomingSession()
	const { id } = attendanceIn(await start(member, session))
	wait(100 * MINUTE)
	expect(attendanceIn(await signOut(id)).live?.signedOutAt).toBe(new Date(START + 70 * MINUTE).toISOString())
	expect((await signOut(id, other)).text).toBe('Attendance not found')
	await upload(session.id, 'email,minutes\ntomas@example.com,60\n')
	const others = attendanceIn(await start(other, session))
	const none = await signOut(others.id, other)
	expect([none.status, none.text]).toEqual([409, 'You have not checked in to this session'])
	await enter(member, id, 'TORTS')
	await finish(member, id)
	const over = await signOut(id)
	expect([over.status, over.text]).toEqual([409, 'This attendance is over. Reload the page.'])
})

test('a session keeps its check-ins when its activity becomes longer', async () => {
	const session = await addUpcomingSession()
	const { id } = attendanceIn(await start(member, session))
	await db().update(cleActivities).set({ minutes: 50 }).where(eq(cleActivities.id, session.id))
	expect(await read(member, id)).toMatchObject({ state: 'open', lengthMs: 50 * MINUTE })
})
