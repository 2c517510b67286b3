import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { certificates } from '#db/schema/attendance.ts'
import { cleCredits } from '#db/schema/cle.ts'
import { users } from '#db/schema/users.ts'
import { type Evaluation, listEvaluations } from '#src/features/attendance/admin-contract.ts'
import { evaluateActivity, getEvidence } from '#src/features/attendance/contract.ts'
import { verifyEvidence } from '#src/features/attendance/server/evidence/verify-evidence.ts'
import { updateDigest } from '#src/features/notifications/digest-contract.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import {
	accredit,
	addActivity,
	addAdmission,
	addRules,
	addSession,
	admin,
	askCodesEachMinute,
	attend,
	attendanceIn,
	complete,
	database,
	enter,
	finish,
	MINUTE,
	member,
	other,
	read,
	rulesOf,
	setUpAttendance,
	start,
	wait,
	watch,
	watchUntilPrompt,
} from '#tests/support/cle/attendance.ts'
import { certificatesOf } from '#tests/support/cle/certificates.ts'

setUpAttendance()

const evidenceOf = async (id: string, as = member) =>
	(await callApi(getEvidence, { as, params: { id } })).json as { evidence: Record<string, unknown>; hash: string }

describe('the list of missing requirements', () => {
	test('lists the minutes and the code on the screen, then only the minutes', async () => {
		await askCodesEachMinute()
		let state = await watchUntilPrompt(member, 10)
		const left = Math.ceil((588_000 - state.confirmedMs) / MINUTE)
		const reply = await finish(member, state.id)
		expect([reply.status, reply.text]).toEqual([409, `Watch ${left} more minutes and enter 1 more code to finish`])
		state = attendanceIn(await enter(member, state.id, state.prompt?.code ?? ''))
		state = await watch(member, state, 587 - state.confirmedMs / 1_000)
		expect((await finish(member, state.id)).text).toBe('Watch 1 more minute to finish')
		expect((await read(member, state.id)).missing).toBe('Watch 1 more minute to finish')
	})

	test('is empty at 98 percent with all codes', async () => {
		const state = await watch(member, attendanceIn(await start(member, await addActivity({ minutes: 50 }))), 2_940)
		expect(state).toMatchObject({ confirmedMs: 2_940_000, missing: null })
		expect(attendanceIn(await finish(member, state.id)).state).toBe('complete')
	})

	test('includes the name as in the profile', async () => {
		const { id } = await attend(member, await addActivity())
		for (const name of ['', 'Dana', 'Tomas Keller']) {
			const reply = await finish(member, id, name)
			expect([reply.status, reply.text]).toEqual([400, 'Type your name as in your profile'])
		}
		expect((await finish(other, id, 'Tomas Keller')).status).toBe(404)
		expect(attendanceIn(await finish(member, id, ' dana  WHITFIELD ')).state).toBe('complete')
	})
})

describe('completing an attendance', () => {
	test('freezes the evidence and gives the credit that the boards granted', async () => {
		const [newYork, california] = [
			await addAdmission(member.userId, 'US-NY'),
			await addAdmission(member.userId, 'US-CA', { barNumber: '301122' }),
		]
		const activity = await addActivity({ minutes: 100 })
		await accredit(activity.id, 'US-NY', { ethics: 50, areas: 150 }, { transitional: true })
		const { id, certificates: numbers } = await complete(member, activity)
		expect(numbers).toHaveLength(2)
		const credits = await db().select().from(cleCredits).orderBy(cleCredits.id)
		const common = { userId: member.userId, source: 'ours', activityId: activity.id, date: '2027-03-09', minutes: 100 }
		expect(credits).toMatchObject([
			{ ...common, admissionId: newYork, credits: { ethics: 50, areas: 150 }, accreditation: 'C-2027-118' },
			{ ...common, admissionId: california, credits: { general: 175 }, accreditation: null },
		])
		const listed = await certificatesOf()
		expect(listed).toMatchObject(
			expect.arrayContaining([
				expect.objectContaining({ jurisdictionName: 'New York', paper: 'attendance', credits: 200, minutes: 100 }),
				expect.objectContaining({ jurisdictionName: 'California', paper: 'record', credits: 175 }),
			]),
		)
		expect(credits.map(({ certificateNumber }) => certificateNumber).toSorted()).toEqual(numbers.toSorted())
		const { evidence, hash } = await evidenceOf(id)
		expect(evidence).toMatchObject({
			member: { id: member.userId, name: 'Dana Whitfield' },
			activity: { title: activity.title, minutes: 100 },
			watched: { lengthMs: 6_000_000, confirmedMs: 6_000_000, hiddenMs: 0, spans: [[0, 6_000_000]] },
			affirmation: { text: 'I, Dana Whitfield, took part in the whole of this programme.', typed: 'Dana Whitfield' },
			completed: { from: '127.0.0.0/24', timeZone: 'America/New_York', completedOn: '2027-03-09' },
			ruleVersions: { 'US-NY': 1, 'US-CA': 1 },
		})
		expect(hash).toMatch(/^[0-9a-f]{64}$/)
		expect(await verifyEvidence()).toMatchObject({ records: 1, faults: [] })
		expect((await callApi(getEvidence, { as: other, params: { id } })).status).toBe(404)
	})

	test('gives a certificate but no credit to a member without an admission', async () => {
		const { certificates: numbers } = await complete(member, await addActivity())
		expect(await certificatesOf()).toMatchObject([
			{ number: numbers[0], jurisdiction: '', paper: 'record', credits: 0 },
		])
		expect(await db().$count(cleCredits)).toBe(0)
	})

	test('gives no credit for a board whose admission was added after the start', async () => {
		await addAdmission(member.userId, 'US-NY')
		const { id } = await attend(member, await addActivity({ minutes: 60 }))
		await addAdmission(member.userId, 'US-CA')
		attendanceIn(await finish(member, id))
		expect((await certificatesOf()).map(({ jurisdiction }) => jurisdiction)).toEqual(['US-NY'])
		expect(await db().$count(cleCredits)).toBe(1)
		const later = await attend(other, await addActivity({ minutes: 60 }))
		await addAdmission(other.userId, 'US-CA')
		attendanceIn(await finish(other, later.id, 'Tomas Keller'))
		expect(await certificatesOf(other)).toMatchObject([{ jurisdiction: '', credits: 0 }])
	})

	const live = (timeZone: string, as: Principal) =>
		callApi(updateDigest, { as, body: { every: 'week', weekday: 1, timeZone } })

	test('uses the member’s local day, or the club’s if the member has no time zone', async () => {
		// In New York it is still the previous day.
		vi.setSystemTime(Date.parse('2027-03-10T02:00:00Z'))
		await live('Europe/London', member)
		const { id } = await complete(member, await addActivity())
		await complete(other, await addActivity(), 'Tomas Keller')
		expect(await certificatesOf()).toMatchObject([{ completedOn: '2027-03-10' }])
		expect(await certificatesOf(other)).toMatchObject([{ completedOn: '2027-03-09' }])
		expect((await evidenceOf(id)).evidence).toMatchObject({ completed: { timeZone: 'Europe/London' } })
	})

	test('uses the time zone at the start, so a later choice cannot make the day earlier', async () => {
		const { id } = await attend(member, await addActivity())
		vi.setSystemTime(Date.parse('2027-03-10T06:00:00Z'))
		await live('Pacific/Pago_Pago', member)
		await finish(member, id, 'Dana Whitfield', { timeZone: 'Pacific/Pago_Pago' })
		expect(await certificatesOf()).toMatchObject([{ completedOn: '2027-03-10' }])
	})

	test('dates a session by the local day on which it began', async () => {
		await live('Asia/Tokyo', other)
		for (const [as, name, day] of [
			[member, 'Dana Whitfield', '2027-03-09'],
			[other, 'Tomas Keller', '2027-03-10'],
		] as const) {
			const session = await addSession(Date.now() + 10 * MINUTE, { spokenCodes: ['TORTS'] })
			const { id } = attendanceIn(await start(as, session))
			await enter(as, id, 'TORTS')
			wait(71 * MINUTE)
			attendanceIn(await finish(as, id, name))
			expect(await certificatesOf(as)).toMatchObject([{ completedOn: day }])
		}
	})

	test('happens once, even if it is sent again or twice at once', async () => {
		await addAdmission(member.userId, 'US-NY')
		const { id } = await attend(member, await addActivity({ minutes: 50 }))
		const both = await Promise.all([finish(member, id), finish(member, id)])
		const states = [...both, await finish(member, id)].map((reply) => attendanceIn(reply))
		expect(states.map(({ state }) => state)).toEqual(['complete', 'complete', 'complete'])
		expect(new Set(states.map(({ certificates: numbers }) => numbers.join())).size).toBe(1)
		expect(await db().$count(certificates)).toBe(1)
		expect(await db().$count(cleCredits)).toBe(1)
	})

	test('by many members at once makes one chain', async () => {
		const activity = await addActivity()
		const people = await Promise.all(Array.from({ length: 12 }, () => insertAccount()))
		const done = []
		for (const person of people) {
			const as = await signedIn(person)
			done.push({ as, name: person.name, state: await attend(as, activity) })
		}
		const replies = await Promise.all(done.map(({ as, name, state }) => finish(as, state.id, name)))
		for (const reply of replies) expect(attendanceIn(reply).state).toBe('complete')
		expect(await verifyEvidence()).toMatchObject({ records: 12, faults: [] })
	})

	test('gives credit for a programme only once if the rules never allow a repeat', async () => {
		await addAdmission(member.userId, 'US-NY')
		const activity = await addActivity({ minutes: 50 })
		await complete(member, activity)
		const reply = await start(member, activity)
		expect([reply.status, reply.text]).toEqual([409, 'You have credit for this programme already'])
	})

	test('gives credit in each cycle if the rules allow it', async () => {
		await addRules({ ...rulesOf('US-CA'), version: 2, repeat: 'oncePerCycle' })
		await addAdmission(member.userId, 'US-CA')
		const activity = await addActivity({ minutes: 60 })
		await complete(member, activity)
		expect((await start(member, activity)).text).toBe('You have credit for this programme already')
		// The next cycle of group 2 starts on March 30, 2027.
		wait(30 * 24 * 60 * MINUTE)
		await complete(await signedIn(await accountOf(member.userId)), activity)
		expect(await db().$count(certificates)).toBe(2)
		expect(await db().$count(cleCredits)).toBe(2)
	})

	test('gives no second certificate for a board that allows no repeat when another board does', async () => {
		await addRules({ ...rulesOf('US-CA'), version: 2, repeat: 'allowed' })
		await addAdmission(member.userId, 'US-NY')
		await addAdmission(member.userId, 'US-CA')
		const activity = await addActivity({ minutes: 60 })
		expect((await complete(member, activity)).certificates).toHaveLength(2)
		const { id, certificates: numbers } = await complete(member, activity)
		expect(numbers).toHaveLength(1)
		expect((await certificatesOf()).map(({ jurisdiction }) => jurisdiction).toSorted()).toEqual([
			...['US-CA', 'US-CA', 'US-NY'],
		])
		expect((await evidenceOf(id)).evidence).toMatchObject({ certificates: [{ jurisdiction: 'US-CA' }] })
		expect(await db().$count(cleCredits)).toBe(3)
		expect(await verifyEvidence()).toMatchObject({ records: 2, faults: [] })
	})
})

async function accountOf(id: string | undefined) {
	const [account] = await db()
		.select()
		.from(users)
		.where(eq(users.id, id ?? ''))
	if (!account) throw new Error('No account')
	return account
}

describe('the evaluation form', () => {
	const send = (id: string, scores: number[], text = '', as = member) =>
		callApi(evaluateActivity, { as, params: { id }, body: { scores, text } })

	test('is offered after completion, accepted once, and shown without names', async () => {
		const activity = await addActivity()
		const open = await attend(member, activity)
		const closed = [409, 'The form is not open for this programme']
		const early = await send(open.id, [5, 5, 5, 5, 5])
		expect([early.status, early.text]).toEqual(closed)
		expect(attendanceIn(await finish(member, open.id)).mayEvaluate).toBe(true)
		expect((await send(open.id, [5, 4, 5, 4, 5], 'More of this')).status).toBe(204)
		expect((await send(open.id, [1, 1, 1, 1, 1])).text).toBe(closed[1])
		expect((await read(member, open.id)).mayEvaluate).toBe(false)
		const others = await complete(other, activity, 'Tomas Keller')
		expect((await send(others.id, [4, 4, 4, 4, 3], '', other)).status).toBe(204)
		const reply = await callApi(listEvaluations, { as: admin })
		expect(reply.json as Evaluation[]).toEqual([
			{
				activity: { id: activity.id, title: activity.title },
				...{ forms: 2, means: [450, 400, 450, 400, 400], texts: ['More of this'] },
			},
		])
		const stored = await database.client.execute('select * from cle_evaluations')
		expect(JSON.stringify(stored.rows)).not.toContain(member.userId)
	})

	test('needs an answer to each question', async () => {
		const { id } = await complete(member, await addActivity())
		for (const scores of [[5, 5, 5, 5], [5, 5, 5, 5, 6], []]) {
			const reply = await send(id, scores)
			expect([reply.status, reply.text]).toEqual([400, 'Choose an answer to each question'])
		}
		expect((await send(id, [5, 5, 5, 5, 5], '', other)).text).toBe('Attendance not found')
	})
})
