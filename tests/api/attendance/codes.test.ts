import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { attendances } from '#db/schema/attendance.ts'
import { audit } from '#db/schema/audit.ts'
import { cleActivities } from '#db/schema/cle.ts'
import { getUserData } from '#src/features/account/own-data-contract.ts'
import {
	type AttendanceDetail,
	decideAttendance,
	getAttendanceDetail,
	listAttendances,
} from '#src/features/attendance/admin-contract.ts'
import { type Attendance, enterCode } from '#src/features/attendance/contract.ts'
import { callApi } from '#tests/support/api/api.ts'
import { confirmed } from '#tests/support/api/confirmed.ts'
import {
	addActivity,
	admin,
	askCodesEachMinute,
	attendanceIn,
	beat,
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
	watchUntilPrompt,
} from '#tests/support/cle/attendance.ts'

setUpAttendance()

const wrongFor = (code = '') => (code === '2222' ? '3333' : '2222')

describe('a code on the screen', () => {
	test('is requested as often as the strictest rules require, without revealing how often', async () => {
		await askCodesEachMinute()
		const state = await watchUntilPrompt()
		expect(state).toMatchObject({ codesEntered: 0, codesShown: 1, prompt: { code: expect.stringMatching(/^\w{4}$/) } })
		const [row] = await db().select().from(attendances)
		expect(JSON.parse(row?.codes ?? '')).toHaveLength(2)
		expect(JSON.parse(row?.ruleVersions ?? '')).toEqual({ 'US-NY': 2 })
		const next = attendanceIn(await enter(member, state.id, ` ${state.prompt?.code.toLowerCase()} `))
		expect(next).toMatchObject({ codesEntered: 1, codesShown: 1, prompt: null })
	})

	test('stops the clock until it is entered', async () => {
		const state = await watchUntilPrompt()
		wait(30 * MINUTE)
		const position = state.positionMs ?? 0
		const held = attendanceIn(await beat(member, state, [position, position + 1_000]))
		expect(held).toMatchObject({ sequence: state.sequence, confirmedMs: state.confirmedMs, prompt: state.prompt })
		const after = attendanceIn(await enter(member, state.id, state.prompt?.code ?? ''))
		// Playback during the request may still count, but the half hour of waiting does not.
		expect((await beat(member, after, [position, position + 20_000])).status).toBe(409)
		expect(attendanceIn(await beat(member, after, [position, position + 1_000])).confirmedMs).toBe(
			state.confirmedMs + 1_000,
		)
	})

	test('is not revealed before it is requested: neither in the data download nor to an admin', async () => {
		const stored = async () => JSON.parse((await db().select().from(attendances))[0]?.codes ?? '') as object[]
		const told = async (id: string) => {
			const file = await callApi(getUserData, { as: await confirmed(member) })
			const detail = await callApi(getAttendanceDetail, { as: admin, params: { id } })
			const { data } = file.json as { data: { attendances: { codes: object[] }[] } }
			return [data.attendances[0]?.codes, (detail.json as AttendanceDetail).codes] as const
		}
		const activity = await addActivity({ minutes: 120 })
		const state = attendanceIn(await start(member, activity))
		expect((await stored()).length).toBeGreaterThan(1)
		expect(await told(state.id)).toEqual([[], []])
		let going = state
		while (!going.codesEntered) going = await watch(member, going, 60)
		const [entered] = await stored()
		const [inFile, inDetail] = await told(state.id)
		expect([inFile, inDetail.length]).toEqual([[entered], 1])
		going = await watch(member, going, 7_200 - (going.positionMs ?? 0) / 1_000)
		attendanceIn(await finish(member, state.id))
		expect((await told(state.id)).map((codes) => codes?.length)).toEqual(Array(2).fill((await stored()).length))
	})

	test('is different for each member', async () => {
		const state = await watchUntilPrompt()
		const others = await watchUntilPrompt(other)
		expect(others.prompt).not.toEqual(state.prompt)
		const reply = await enter(other, others.id, state.prompt?.code ?? '')
		expect([reply.status, reply.text]).toEqual([400, 'That is not the code on the screen'])
		expect((await enter(other, state.id, state.prompt?.code ?? '')).status).toBe(404)
	})

	test('cannot be entered before it is shown', async () => {
		const state = attendanceIn(await start(member, await addActivity()))
		const reply = await enter(member, state.id, 'AAAA')
		expect([reply.status, reply.text]).toEqual([409, 'No code is needed right now'])
		expect((await read(member, state.id)).state).toBe('open')
	})

	test('can be tried five times, even all at once; then an admin decides', async () => {
		const state = await watchUntilPrompt()
		const wrong = wrongFor(state.prompt?.code)
		const tries = await Promise.all(Array.from({ length: 12 }, () => enter(member, state.id, wrong)))
		expect(tries.filter(({ status }) => status === 400)).toHaveLength(4)
		const review = [409, 'This attendance needs review. An admin of the club will decide.']
		for (const call of [
			enter(member, state.id, state.prompt?.code ?? ''),
			beat(member, state, [0, 1_000]),
			finish(member, state.id),
		]) {
			const reply = await call
			expect([reply.status, reply.text]).toEqual(review)
		}
		expect(await read(member, state.id)).toMatchObject({ state: 'review', prompt: null })
		// No second attendance was created.
		expect((await read(member, state.id)).id).toBe(state.id)
	})

	test('goes to review only after five wrong tries in a row', async () => {
		const state = await watchUntilPrompt()
		for (let times = 0; times < 4; times++)
			expect((await enter(member, state.id, wrongFor(state.prompt?.code))).status).toBe(400)
		expect(attendanceIn(await enter(member, state.id, state.prompt?.code ?? '')).state).toBe('open')
		expect(await db().select({ wrong: attendances.wrongTries }).from(attendances)).toEqual([{ wrong: 0 }])
	})

	test('must not be empty', async () => {
		const { id } = attendanceIn(await start(member, await addActivity()))
		const reply = await callApi(enterCode, { as: member, params: { id }, body: { code: ' ' } })
		expect([reply.status, reply.text]).toEqual([400, 'Enter the code'])
	})
})

describe('a review', () => {
	const decide = (id: string, isAccepted: boolean, as = admin) =>
		callApi(decideAttendance, { as, params: { id }, body: { isAccepted, reason: 'Spoke on the phone' } })

	async function inReview(): Promise<Attendance> {
		const state = await watchUntilPrompt()
		for (let times = 0; times < 5; times++) await enter(member, state.id, wrongFor(state.prompt?.code))
		return state
	}

	test('is listed, and the member continues after an admin accepts it with a reason', async () => {
		const state = await inReview()
		const listed = await callApi(listAttendances, { as: admin, query: { state: 'review' } })
		expect(listed.json).toMatchObject([{ id: state.id, member: { name: 'Dana Whitfield' }, wrongTries: 5 }])
		const detail = (await decide(state.id, true)).json as AttendanceDetail
		expect(detail).toMatchObject({
			state: 'open',
			wrongTries: 0,
			reviews: [{ isAccepted: true, reason: 'Spoke on the phone', by: 'Ruth Adeyemi' }],
		})
		const again = await decide(state.id, false)
		expect([again.status, again.text]).toEqual([409, 'This attendance is not waiting for a decision'])
		// The code still has to be entered by the member.
		expect(await read(member, state.id)).toMatchObject({ codesEntered: 0, prompt: state.prompt })
		const [entry] = await db().select().from(audit).where(eq(audit.action, 'attendance.accepted'))
		expect(entry).toMatchObject({ subjectId: member.userId, subjectName: 'Dana Whitfield' })
	})

	test('can end in a refusal, which ends the attendance but allows a new one', async () => {
		const state = await inReview()
		expect((await decide(state.id, false)).json).toMatchObject({ state: 'refused' })
		expect((await enter(member, state.id, state.prompt?.code ?? '')).text).toBe(
			'This attendance is over. Reload the page.',
		)
		const again = attendanceIn(await start(member, { kind: state.kind, refId: state.refId }))
		expect([again.id === state.id, again.state]).toEqual([false, 'open'])
	})

	test('needs a reason, and an attendance', async () => {
		const state = await inReview()
		const body = { isAccepted: true, reason: ' ' }
		const reply = await callApi(decideAttendance, { as: admin, params: { id: state.id }, body })
		expect([reply.status, reply.text]).toEqual([400, 'Enter a reason'])
		expect((await decide('unknown', true)).text).toBe('Attendance not found')
	})
})

describe('spoken codes', () => {
	const spoken = () => addActivity({ minutes: 10, spokenCodes: ['TORTS', 'CIVIL'] })

	test('count together with the time since the start if no player reports progress', async () => {
		const { id } = attendanceIn(await start(member, await spoken()))
		const wrong = await enter(member, id, 'GUESS')
		expect([wrong.status, wrong.text]).toEqual([400, 'That is not a code for this programme'])
		expect(attendanceIn(await enter(member, id, 'torts'))).toMatchObject({ mode: 'spoken', codesEntered: 1 })
		const again = await enter(member, id, 'TORTS')
		expect([again.status, again.text]).toEqual([409, 'You have already entered this code'])
		wait(4 * MINUTE)
		expect((await finish(member, id)).text).toBe('Watch 6 more minutes to finish')
		wait(6 * MINUTE)
		expect((await finish(member, id)).text).toBe('Enter 1 more code to finish')
		expect(attendanceIn(await enter(member, id, 'CIVIL')).missing).toBeNull()
		expect(attendanceIn(await finish(member, id)).state).toBe('complete')
	})

	test('are required even after an admin has removed them all', async () => {
		const activity = await spoken()
		const { id } = attendanceIn(await start(member, activity))
		const set = (spokenCodes: string[]) =>
			db().update(cleActivities).set({ spokenCodes }).where(eq(cleActivities.id, activity.id))
		await set([])
		wait(10 * MINUTE)
		const none = await finish(member, id)
		expect([none.status, none.text]).toEqual([409, 'This programme has no codes to enter now. Please tell an admin.'])
		await set(['TORTS'])
		attendanceIn(await enter(member, id, 'TORTS'))
		expect(attendanceIn(await finish(member, id)).state).toBe('complete')
	})

	test('cannot be guessed: wrong tries accumulate', async () => {
		const { id } = attendanceIn(await start(member, await spoken()))
		await enter(member, id, 'GUESS')
		await enter(member, id, 'TORTS')
		for (const code of ['AAAA', 'BBBB', 'CCCC']) expect((await enter(member, id, code)).status).toBe(400)
		expect((await enter(member, id, 'DDDD')).status).toBe(409)
		expect((await read(member, id)).state).toBe('review')
	})
})
