import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { database, db } from '#db/client.ts'
import { attendances } from '#db/schema/attendance.ts'
import { cleActivities } from '#db/schema/cle.ts'
import {
	type FoundAttendance,
	findAttendance,
	getAttendance,
	sendBeat,
	startAttendance,
} from '#src/features/attendance/contract.ts'
import { callApi } from '#tests/support/api/api.ts'
import { planReader } from '#tests/support/api/plans.ts'
import {
	addActivity,
	addAdmission,
	addUnpublishedActivity,
	admin,
	attendanceIn,
	beat,
	member,
	other,
	read,
	setUpAttendance,
	start,
	wait,
	watch,
} from '#tests/support/cle/attendance.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'

setUpAttendance()

const TIME = 'Time does not add up. Reload the page to go on.'

describe('an attendance', () => {
	test('is opened once for each member and activity, even if two tabs start it at once', async () => {
		const activity = await addActivity()
		const opened = await Promise.all([start(member, activity), start(member, activity)])
		const [first, second] = opened.map((reply) => attendanceIn(reply))
		expect(first).toEqual(second)
		expect(first).toMatchObject({
			...{ kind: 'recording', refId: activity.refId, title: activity.title, mode: 'watch', state: 'open' },
			...{ lengthMs: 120_000, confirmedMs: 0, requiredMs: 117_600, codesEntered: 0, codesShown: 0, prompt: null },
			...{ sequence: 0, positionMs: null, maxRate: 1, live: null, certificates: [], mayEvaluate: false },
			affirmation: 'I, Dana Whitfield, took part in the whole of this programme.',
			missing: 'Watch 2 more minutes to finish',
		})
		expect(attendanceIn(await start(other, activity)).id).not.toBe(first?.id)
		expect(await db().$count(attendances)).toBe(2)
	})

	test('stores the rule versions of the member’s bars when it starts', async () => {
		await addAdmission(member.userId, 'US-NY')
		await addAdmission(member.userId, 'US-CA')
		const activity = await addActivity()
		const { id } = attendanceIn(await start(member, activity))
		const [row] = await db().select().from(attendances).where(eq(attendances.id, id))
		expect(JSON.parse(row?.ruleVersions ?? '')).toEqual({ 'US-CA': 1, 'US-NY': 1 })
		expect(row?.openedFrom).toBe('127.0.0.0/24')
	})

	test('is offered only for offered activities whose content the member can open', async () => {
		const offerOf = async (kind: string, id: string, as = member) =>
			((await callApi(findAttendance, { as, query: { kind, id } })).json as FoundAttendance).offer
		const activity = await addActivity()
		expect(await offerOf('recording', activity.refId)).toEqual({
			...{ title: activity.title, minutes: 2, mode: 'watch', accredited: [], refusal: null },
		})
		const hidden = await makeCourse(admin, { isPublished: false })
		const { id: refId } = await makeModule(admin, hidden.id)
		await addActivity({ kind: 'module', refId })
		expect(await offerOf('module', refId)).toBeNull()
		expect(await offerOf('module', refId, admin)).not.toBeNull()
		const locked = await addUnpublishedActivity()
		const additionalContent = JSON.stringify({ videoUrl: `/media/${locked.refId}/talk.mp4` })
		expect(await offerOf('recording', locked.refId, admin)).toBeNull()
		await makeModule(admin, hidden.id, { type: 'video', additionalContent })
		expect(await offerOf('recording', locked.refId)).toBeNull()
		expect(await offerOf('recording', locked.refId, admin)).not.toBeNull()
		// No player reports progress for a whole course.
		const course = await makeCourse(admin)
		const whole = await addActivity({ kind: 'course', refId: course.id })
		expect(await offerOf('course', course.id)).toBeNull()
		await db()
			.update(cleActivities)
			.set({ spokenCodes: ['TORTS'] })
			.where(eq(cleActivities.id, whole.id))
		expect(await offerOf('course', course.id)).toMatchObject({ mode: 'spoken' })
		await db().update(cleActivities).set({ offered: false }).where(eq(cleActivities.id, activity.id))
		expect(await offerOf('recording', activity.refId)).toBeNull()
		const reply = await callApi(startAttendance, { as: member, body: { kind: 'recording', id: activity.refId } })
		expect([reply.status, reply.text]).toEqual([409, 'This programme is not offered for attendance'])
	})

	test('of another member returns 404', async () => {
		const { id } = attendanceIn(await start(member, await addActivity()))
		const reply = await callApi(getAttendance, { as: other, params: { id } })
		expect([reply.status, reply.text]).toEqual([404, 'Attendance not found'])
	})
})

describe('beats', () => {
	test('in real time count each part once', async () => {
		let state = attendanceIn(await start(member, await addActivity({ minutes: 50 })))
		state = await watch(member, state, 60)
		expect(state).toMatchObject({ confirmedMs: 60_000, sequence: 6, positionMs: 60_000 })
		wait(10_000)
		state = attendanceIn(await beat(member, state, [0, 10_000], { isSeek: true }))
		expect(state).toMatchObject({ confirmedMs: 60_000, sequence: 7, positionMs: 10_000 })
		expect(state.missing).toBe('Watch 48 more minutes to finish')
	})

	test('are refused if they are too fast, are repeated, jump, or come from a second tab', async () => {
		const begun = attendanceIn(await start(member, await addActivity({ minutes: 50 })))
		wait(10_000)
		const refused = async (span: [number, number], more = {}, state = begun) => {
			const reply = await beat(member, state, span, more)
			expect([reply.status, reply.text]).toEqual([409, TIME])
		}
		await refused([0, 12_001])
		await refused([0, 100_000], { rate: 10 })
		await refused([0, 15_000], { rate: 1.5 })
		const [one, two] = await Promise.all([
			beat(member, begun, [0, 10_000]),
			beat(member, begun, [600_000, 610_000], { isSeek: true }),
		])
		expect([one?.status, two?.status].toSorted()).toEqual([200, 409])
		const state = await read(member, begun.id)
		expect(state.confirmedMs).toBe(10_000)
		wait(10_000)
		await refused([10_000, 20_000], { sequence: 1 })
		await refused([20_000, 30_000], {}, state)
		expect((await read(member, begun.id)).confirmedMs).toBe(10_000)
	})

	test('are refused while the clock is behind, and count again once it is right', async () => {
		let state = await watch(member, attendanceIn(await start(member, await addActivity({ minutes: 50 }))), 10)
		wait(-3_600_000)
		expect((await beat(member, state, [10_000, 20_000])).text).toBe(TIME)
		wait(3_610_000)
		state = attendanceIn(await beat(member, state, [10_000, 20_000]))
		expect(state.confirmedMs).toBe(20_000)
	})

	test('for another member’s attendance are refused as for an unknown one', async () => {
		const state = attendanceIn(await start(member, await addActivity()))
		wait(10_000)
		for (const id of [state.id, 'unknown']) expect((await beat(other, { ...state, id }, [0, 10_000])).text).toBe(TIME)
		expect((await read(member, state.id)).confirmedMs).toBe(0)
	})

	test('may arrive late, but with at most a minute of playback', async () => {
		const begun = attendanceIn(await start(member, await addActivity({ minutes: 50 })))
		wait(600_000)
		expect((await beat(member, begun, [0, 90_000])).text).toBe(TIME)
		expect(attendanceIn(await beat(member, begun, [0, 60_000])).confirmedMs).toBe(60_000)
		expect((await beat(member, { ...begun, sequence: 1 }, [60_000, 70_000])).text).toBe(TIME)
	})

	test('in a hidden window count, and are also recorded as hidden time', async () => {
		const state = attendanceIn(await start(member, await addActivity({ minutes: 50 })))
		wait(10_000)
		expect(attendanceIn(await beat(member, state, [0, 10_000], { isVisible: false })).confirmedMs).toBe(10_000)
		expect(await db().select({ hiddenMs: attendances.hiddenMs }).from(attendances)).toEqual([{ hiddenMs: 10_000 }])
	})

	test('are refused once the length has changed: the attendance ends with its time, and a new one can start', async () => {
		const activity = await addActivity({ minutes: 50 })
		const state = await watch(member, attendanceIn(await start(member, activity)), 20)
		await db().update(cleActivities).set({ minutes: 60 }).where(eq(cleActivities.id, activity.id))
		wait(10_000)
		const reply = await beat(member, state, [20_000, 30_000])
		expect([reply.status, reply.text]).toEqual([409, 'This attendance is over. Reload the page.'])
		expect(await read(member, state.id)).toMatchObject({ state: 'ended', confirmedMs: 20_000, missing: null })
		const again = attendanceIn(await start(member, activity))
		expect(again).toMatchObject({ state: 'open', confirmedMs: 0, lengthMs: 3_600_000 })
		expect(again.id).not.toBe(state.id)
	})

	test('take one read and one update by key, within 60 ms', async () => {
		let state = attendanceIn(await start(member, await addActivity({ minutes: 100 })))
		wait(1_000)
		const plans = await planReader(database().client)(async () => {
			state = attendanceIn(await beat(member, state, [0, 1_000]))
		})
		const own = plans.filter((plan) => /attendances|cle_activities|coaching_sessions/.test(plan))
		expect(own.filter((plan) => / <- update/i.test(plan))).toHaveLength(1)
		for (const plan of own) expect(plan).toMatch(/^(SEARCH|LEFT)/)
		const times: number[] = []
		for (let round = 0; round < 60; round++) {
			const from = state.positionMs ?? 0
			wait(1_000)
			const began = performance.now()
			const reply = await callApi(sendBeat, {
				...{ as: member, params: { id: state.id } },
				body: { sequence: state.sequence + 1, from, to: from + 1_000 },
			})
			times.push(performance.now() - began)
			state = attendanceIn(reply)
		}
		// The median includes sign-in and request parsing. The limit also applies on a server and while other tests run.
		expect(times.toSorted((one, two) => one - two)[30]).toBeLessThan(60)
	})
})
