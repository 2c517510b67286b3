import { eq, like } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { attendanceEvidence, attendances, certificates, cleEvaluations } from '#db/schema/attendance.ts'
import { audit } from '#db/schema/audit.ts'
import { cleAdmissions, cleCredits } from '#db/schema/cle.ts'
import { deletions } from '#db/schema/deletions.ts'
import { apiRouter } from '#src/app/endpoints.ts'
import {
	decideAttendance,
	importParticipants,
	listAttendances,
	listUploads,
	markUpload,
	type Upload,
} from '#src/features/attendance/admin-contract.ts'
import { verifyCertificate } from '#src/features/attendance/certificates-contract.ts'
import { evaluateActivity } from '#src/features/attendance/contract.ts'
import { expireRecords } from '#src/features/attendance/server/evidence/expire.ts'
import { verifyEvidence } from '#src/features/attendance/server/evidence/verify-evidence.ts'
import { deleteActivity } from '#src/features/cle/admin-contract.ts'
import { restoreDeletion } from '#src/features/deletions/contract.ts'
import { deleteUser } from '#src/features/users/contract.ts'
import { eraseAccount } from '#src/features/users/server/erase-account.ts'
import { overrideFeatures } from '#src/lib/site/features.ts'
import { callApi } from '#tests/support/api/api.ts'
import {
	accredit,
	addActivity,
	addAdmission,
	addSession,
	admin,
	attendanceIn,
	complete,
	enter,
	member,
	other,
	START,
	setUpAttendance,
	start,
} from '#tests/support/cle/attendance.ts'

setUpAttendance()
afterEach(() => overrideFeatures(undefined))

const dana = () => ({ id: member.userId ?? '', name: 'Dana Whitfield', email: 'dana@example.com' })

describe('an account', () => {
	test('when erased, loses its records except the evidence for the boards, which has a retention period', async () => {
		await addAdmission(member.userId, 'US-NY')
		const { certificates: numbers } = await complete(member, await addActivity({ minutes: 50 }))
		await start(member, await addActivity())
		await eraseAccount(dana())
		expect(await db().$count(attendances)).toBe(0)
		expect(await db().$count(cleAdmissions)).toBe(0)
		expect(await db().$count(cleCredits)).toBe(0)
		expect(await db().select().from(attendanceEvidence)).toMatchObject([
			{ userId: member.userId, keptUntil: '2031-03-09' },
		])
		expect(await verifyEvidence()).toMatchObject({ records: 1, faults: [] })
		const body = { number: numbers[0] ?? '', lastName: 'Whitfield' }
		expect((await callApi(verifyCertificate, { body })).status).toBe(200)
	})

	test('when deleted and restored, continues its attendance', async () => {
		const state = attendanceIn(await start(member, await addActivity()))
		expect((await callApi(deleteUser, { as: admin, params: { id: member.userId ?? '' } })).status).toBe(204)
		expect(await db().$count(attendances)).toBe(0)
		const [deletion] = await db().select().from(deletions)
		const params = { id: deletion?.id ?? '' }
		expect((await callApi(restoreDeletion, { as: admin, params })).status).toBeLessThan(300)
		expect(await db().select().from(attendances)).toMatchObject([{ id: state.id, state: 'open' }])
	})

	test('of an admin, when erased, loses its name in decisions', async () => {
		const session = await addSession(START, { spokenCodes: ['TORTS'] })
		const ruth = { id: admin.userId ?? '', name: 'Ruth Adeyemi', email: 'ruth@example.com' }
		const { id } = attendanceIn(await start(member, session))
		for (const code of ['AAAA', 'BBBB', 'CCCC', 'DDDD', 'EEEE']) await enter(member, id, code)
		await callApi(decideAttendance, { as: admin, params: { id }, body: { isAccepted: true, reason: 'Seen' } })
		const rawBody = 'email,minutes\ndana@example.com,60\n'
		await callApi(importParticipants, { as: admin, params: { id: session.id }, rawBody })
		await eraseAccount(ruth)
		const [row] = await db().select().from(attendances)
		expect(`${row?.reviews}${row?.live}`).not.toContain('Ruth')
		expect(JSON.parse(row?.reviews ?? '')).toMatchObject([{ reason: 'Seen', by: 'Former member' }])
	})
})

test('records are deleted after their retention period, but members keep their certificates', async () => {
	// Triggers use the clock of the database, so the period must be over by the real date.
	vi.setSystemTime(Date.parse('2021-03-09T17:00:00Z'))
	const activity = await addActivity()
	const { id } = await complete(member, activity)
	await callApi(evaluateActivity, { as: member, params: { id }, body: { scores: [5, 5, 5, 5, 5], text: '' } })
	await complete(other, activity, 'Tomas Keller')
	await eraseAccount({ id: other.userId ?? '', name: 'Tomas Keller', email: 'tomas@example.com' })
	const at = (day: string) => expireRecords(undefined, Date.parse(`${day}T12:00:00Z`))
	await at('2025-03-09')
	expect(await db().$count(certificates)).toBe(2)
	expect(await db().$count(attendanceEvidence, eq(attendanceEvidence.json, ''))).toBe(0)
	expect(await db().$count(cleEvaluations)).toBe(0)
	await at('2025-03-10')
	await at('2025-03-10')
	expect(await db().select().from(attendanceEvidence)).toMatchObject([
		{ json: '', userId: '' },
		{ json: '', userId: '' },
	])
	expect(await db().select().from(certificates)).toMatchObject([{ userId: member.userId }])
	expect(await db().$count(attendances)).toBe(0)
	expect(await verifyEvidence('2025-03-10')).toMatchObject({ records: 2, faults: [] })
	expect((await verifyEvidence('2025-03-09')).faults).toHaveLength(2)
})

test('an activity cannot be deleted once it has an attendance or a certificate', async () => {
	const said = [409, 'Members have attended this activity. Stop offering it instead.']
	const [begun, attended, unused] = [await addActivity(), await addActivity(), await addActivity()]
	const remove = async ({ id }: { id: string }) => {
		const { status, text } = await callApi(deleteActivity, { as: admin, params: { id } })
		return [status, text]
	}
	await start(member, begun)
	await complete(member, attended)
	await eraseAccount(dana())
	await start(other, begun)
	expect(await remove(begun)).toEqual(said)
	expect(await db().$count(attendances)).toBe(1)
	expect(await remove(attended)).toEqual(said)
	expect(await remove(unused)).toEqual([204, ''])
})

describe('uploads to a board', () => {
	const list = async () => (await callApi(listUploads, { as: admin })).json as Upload[]
	const mark = (upload: Upload, isDone: boolean) =>
		callApi(markUpload, {
			as: admin,
			body: { jurisdiction: upload.jurisdiction, activityId: upload.activity.id, day: upload.day, isDone },
		})

	/** Completes an accredited programme for California. */
	async function attended(as = member, name = 'Dana Whitfield', activity = addActivity({ minutes: 60 })) {
		await addAdmission(as.userId, 'US-CA')
		const one = await activity
		await accredit(one.id, 'US-CA', { general: 100 })
		await complete(as, one, name)
		return one
	}

	test('are due 60 days after the programme, for accredited activities', async () => {
		const activity = await attended()
		await attended(other, 'Tomas Keller', Promise.resolve(activity))
		await complete(member, await addActivity({ minutes: 60, title: 'Not accredited' }))
		expect(await list()).toEqual([
			{
				...{ jurisdiction: 'US-CA', jurisdictionName: 'California', day: '2027-03-09', dueOn: '2027-05-08' },
				...{ activity: { id: activity.id, title: activity.title }, attendees: 2, doneAt: null, doneBy: null },
				text: expect.stringMatching(/\w/),
			},
		])
	})

	test('can be marked as done and reopened, and open uploads come first', async () => {
		const activity = await attended()
		const second = await addActivity({ minutes: 60, title: 'Trust accounts' })
		await accredit(second.id, 'US-CA', { general: 100 })
		await complete(member, second)
		const first = (await list()).find((one) => one.activity.id === activity.id)
		if (!first) throw new Error('No upload')
		expect((await mark(first, true)).json).toMatchObject([
			{ activity: { title: 'Trust accounts' }, doneAt: null },
			{ activity: { id: activity.id }, doneBy: 'Ruth Adeyemi', doneAt: expect.any(String) },
		])
		await mark(first, true)
		expect((await mark(first, false)).json).toMatchObject([{ doneBy: null }, { doneBy: null }])
		const actions = await db().select({ action: audit.action }).from(audit).where(like(audit.action, 'upload.%'))
		expect(actions).toEqual([{ action: 'upload.done' }, { action: 'upload.undone' }])
		const unknown = await mark({ ...first, day: '2020-01-01' }, true)
		expect([unknown.status, unknown.text]).toEqual([404, 'There is no such upload'])
	})
})

test('without the feature its endpoints do not exist', () => {
	const paths = ['/api/attendance', '/api/certificates', '/api/verify', '/api/admin/cle/attendances']
	const has = () => paths.map((path) => apiRouter().match(path) !== undefined)
	expect(has()).toEqual([true, true, true, true])
	overrideFeatures(['dues'])
	expect(has()).toEqual([false, false, false, false])
})

test('members cannot read the lists of admins', async () => {
	for (const contract of [listAttendances, listUploads])
		expect((await callApi(contract, { as: member })).status).toBe(403)
})
