import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { database, db } from '#db/client.ts'
import { attendances, certificates } from '#db/schema/attendance.ts'
import { audit } from '#db/schema/audit.ts'
import { cleActivities, cleCredits } from '#db/schema/cle.ts'
import { users } from '#db/schema/users.ts'
import {
	type AttendanceDetail,
	type AttendanceRow,
	decideAttendance,
	getAttendanceDetail,
	type IssuedCertificate,
	issueCertificates,
	listAttendances,
	listIssuedCertificates,
	reissueCertificate,
	revokeCertificate,
} from '#src/features/attendance/admin-contract.ts'
import type { Verified } from '#src/features/attendance/certificates-contract.ts'
import { issuedStatement } from '#src/features/attendance/server/admin/certificates.ts'
import { listStatement } from '#src/features/attendance/server/admin/list.ts'
import { verifyEvidence } from '#src/features/attendance/server/evidence/verify-evidence.ts'
import { callApi } from '#tests/support/api/api.ts'
import { isWholeTable, planReader } from '#tests/support/api/plans.ts'
import {
	addActivity,
	addAdmission,
	admin,
	attend,
	complete,
	member,
	other,
	setUpAttendance,
	wait,
} from '#tests/support/cle/attendance.ts'
import { certificatesOf, completeAccredited, fileOf, verify } from '#tests/support/cle/certificates.ts'
import { pdfText } from '#tests/support/pdf-text.ts'

setUpAttendance()

const revoke = (number: string, reason = 'Watched by an assistant', as = admin) =>
	callApi(revokeCertificate, { as, params: { number }, body: { reason } })
const reissue = (number: string, as = admin) =>
	callApi(reissueCertificate, { as, params: { number }, body: { reason: 'Name changed' } })

describe('a revocation', () => {
	test('shows on the certificate and in /verify, and voids the credit once', async () => {
		const { number } = await completeAccredited()
		const reply = await revoke(number)
		expect(reply.json as IssuedCertificate).toMatchObject({ number, reason: 'Watched by an assistant' })
		expect(pdfText((await fileOf(number)).bytes)).toContain('Revoked on March 9, 2027')
		const verified = (await verify(number, 'Whitfield')).json as Verified
		expect([verified.revokedAt !== null, verified.reason]).toEqual([true, 'Watched by an assistant'])
		const [credit, void_] = await db().select().from(cleCredits).orderBy(cleCredits.id)
		expect(void_).toMatchObject({ voidsId: credit?.id, reason: 'Watched by an assistant', certificateNumber: number })
		const again = await revoke(number)
		expect([again.status, again.text]).toEqual([409, 'This certificate is already revoked'])
		expect(await db().$count(cleCredits)).toBe(2)
		const entries = await db().select().from(audit).where(eq(audit.action, 'certificate.revoked'))
		expect(entries).toMatchObject([{ subjectId: member.userId, actorName: 'Ruth Adeyemi' }])
	})

	test('sent twice at once happens once', async () => {
		const { number } = await completeAccredited()
		const replies = await Promise.all([revoke(number), revoke(number)])
		expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
		expect(await db().$count(cleCredits)).toBe(2)
	})

	test('lets the member attend again', async () => {
		const { number, activity } = await completeAccredited()
		await revoke(number)
		const { certificates: numbers } = await complete(member, activity)
		expect(numbers).toHaveLength(1)
		expect((await certificatesOf()).filter(({ revokedAt }) => revokedAt === null)).toHaveLength(1)
		expect(await db().$count(cleCredits)).toBe(3)
	})

	test('needs an admin, a reason and a certificate', async () => {
		const { number } = await completeAccredited()
		expect((await revoke(number, 'Because', member)).status).toBe(403)
		expect((await revoke(number, ' ')).text).toBe('Enter a reason')
		expect((await revoke('A'.repeat(16))).text).toBe('Certificate not found')
	})
})

describe('a reissued certificate', () => {
	test('has the new name and a note, replaces the first one, and keeps the credit', async () => {
		const { number } = await completeAccredited()
		await db()
			.update(users)
			.set({ name: 'Dana Okafor' })
			.where(eq(users.id, member.userId ?? ''))
		const again = (await reissue(number)).json as IssuedCertificate
		expect(again).toMatchObject({ name: 'Dana Okafor', credits: 100, revokedAt: null })
		expect(pdfText((await fileOf(again.number)).bytes)).toContain('Name changed')
		expect(pdfText((await fileOf(number)).bytes)).toContain(`Issued again as ${again.number}`)
		expect((await verify(again.number, 'Okafor')).status).toBe(200)
		expect(await db().$count(cleCredits)).toBe(1)
		expect((await reissue(number)).text).toBe('This certificate is already revoked')
		// The credit keeps the number of the first certificate.
		await revoke(again.number)
		expect(await db().$count(cleCredits)).toBe(2)
	})

	test('is not possible once the account is deleted', async () => {
		const { number } = await completeAccredited()
		await db()
			.delete(users)
			.where(eq(users.id, member.userId ?? ''))
		const reply = await reissue(number)
		expect([reply.status, reply.text]).toEqual([409, 'The account of this certificate was deleted'])
	})

	test('can be for an admission that was added later, and gives its credit', async () => {
		const { id } = await completeAccredited()
		const issue = () => callApi(issueCertificates, { as: admin, params: { id }, body: { reason: 'Admitted since' } })
		const none = await issue()
		expect([none.status, none.text]).toEqual([409, 'All certificates for this attendance have been issued'])
		await addAdmission(member.userId, 'US-CA')
		const detail = async () =>
			(await callApi(getAttendanceDetail, { as: admin, params: { id } })).json as AttendanceDetail
		expect((await detail()).issuable).toEqual([{ jurisdiction: 'US-CA', name: 'California' }])
		expect((await issue()).json).toMatchObject({ issuable: [], certificates: [{}, {}] })
		expect(await db().$count(cleCredits)).toBe(2)
		const open = await attend(other, await addActivity())
		const incomplete = await callApi(issueCertificates, {
			...{ as: admin, params: { id: open.id } },
			body: { reason: 'Asked on the phone' },
		})
		expect([incomplete.status, incomplete.text]).toEqual([409, 'This attendance is not complete'])
		const unknown = { as: admin, params: { id: 'unknown' }, body: { reason: 'Who' } }
		expect((await callApi(issueCertificates, unknown)).text).toBe('Attendance not found')
	})
})

test('issuing issues exactly the certificates that are shown as issuable', async () => {
	const { id, number, activity } = await completeAccredited()
	const detail = async () =>
		(await callApi(getAttendanceDetail, { as: admin, params: { id } })).json as AttendanceDetail
	await revoke(number)
	expect((await detail()).issuable).toEqual([{ jurisdiction: 'US-NY', name: 'New York' }])
	// New York gives credit for a programme only once, and the member has since attended it again.
	await complete(member, activity)
	expect((await detail()).issuable).toEqual([])
	const refused = await callApi(issueCertificates, { as: admin, params: { id }, body: { reason: 'Asked for' } })
	expect([refused.status, refused.text]).toEqual([409, 'All certificates for this attendance have been issued'])
})

test('a record without an admission can be issued again', async () => {
	const { id, ...completed } = await complete(member, await addActivity())
	const [number = ''] = completed.certificates
	await revoke(number)
	const detail = (await callApi(getAttendanceDetail, { as: admin, params: { id } })).json as AttendanceDetail
	expect(detail.issuable).toEqual([{ jurisdiction: '', name: '' }])
	wait(1_000)
	const issued = await callApi(issueCertificates, { as: admin, params: { id }, body: { reason: 'Revoked by mistake' } })
	expect(issued.json).toMatchObject({ issuable: [], certificates: [{ revokedAt: null }, { number }] })
})

test('a certificate issued later describes the programme as attended, even after the activity has changed', async () => {
	await addAdmission(member.userId, 'US-NY')
	const activity = await addActivity({ minutes: 60, minutesByCategory: { general: 30, ethics: 30 } })
	const { id } = await complete(member, activity)
	await db()
		.update(cleActivities)
		.set({ title: 'Another talk', minutes: 180, minutesByCategory: null, format: 'self-study' })
		.where(eq(cleActivities.id, activity.id))
	await addAdmission(member.userId, 'US-CA')
	await callApi(issueCertificates, { as: admin, params: { id }, body: { reason: 'Admitted since' } })
	const issued = (await certificatesOf()).find(({ jurisdiction }) => jurisdiction === 'US-CA')
	expect(issued).toMatchObject({ title: 'Fee agreements that hold', minutes: 60, credits: 100 })
	const credits = await db()
		.select()
		.from(cleCredits)
		.where(eq(cleCredits.certificateNumber, issued?.number ?? ''))
	expect(credits).toMatchObject([
		{ title: 'Fee agreements that hold', minutes: 60, format: 'recorded', credits: { general: 50, ethics: 50 } },
	])
})

test('certificates issued later are in the audit log, which reveals a changed one', async () => {
	const { id, number } = await completeAccredited()
	await addAdmission(member.userId, 'US-CA')
	await callApi(issueCertificates, { as: admin, params: { id }, body: { reason: 'Admitted since' } })
	const again = (await reissue(number)).json as IssuedCertificate
	const late = (await certificatesOf()).find(({ jurisdiction }) => jurisdiction === 'US-CA')
	expect(await verifyEvidence()).toMatchObject({ records: 1, faults: [] })
	await database().client.execute('drop trigger certificates_keep_values')
	await database().client.execute(`update certificates set json = replace(json, '"minutes":50', '"minutes":500')`)
	const faults = (await verifyEvidence()).faults.map(({ what }) => what)
	expect(faults.toSorted()).toEqual(
		[
			`has another certificate ${number} than was issued`,
			...[again.number, late?.number].map((each) => `has a certificate ${each} that was not issued so`),
		].toSorted(),
	)
})

test('an admin cannot decide about their own attendance', async () => {
	const own_ = [
		403,
		'This is your own attendance, so another admin must decide on it. If there is none, make someone an admin first.',
	]
	const { id } = await complete(admin, await addActivity(), 'Ruth Adeyemi')
	await addAdmission(admin.userId, 'US-CA')
	const issued = await callApi(issueCertificates, { as: admin, params: { id }, body: { reason: 'Mine' } })
	expect([issued.status, issued.text]).toEqual(own_)
	expect(await db().$count(certificates)).toBe(1)
	const open = await attend(admin, await addActivity())
	await db().update(attendances).set({ state: 'review' }).where(eq(attendances.id, open.id))
	const body = { isAccepted: true, reason: 'Mine' }
	const decided = await callApi(decideAttendance, { as: admin, params: { id: open.id }, body })
	expect([decided.status, decided.text]).toEqual(own_)
	const rows = await db().select().from(attendances).where(eq(attendances.id, open.id))
	expect(rows).toMatchObject([{ state: 'review' }])
})

describe('lists of admins', () => {
	test('show attendances with their evidence, page by page', async () => {
		const { id, number } = await completeAccredited()
		await attend(other, await addActivity())
		const list = async (query = {}) => callApi(listAttendances, { as: admin, query })
		const first = await list({ limit: '1' })
		expect(first.header('x-total-count')).toBe('2')
		expect(first.json).toMatchObject([
			{ member: { name: 'Tomas Keller' }, state: 'open', codesEntered: 1, codesTotal: 1 },
		])
		const next = Object.fromEntries(new URLSearchParams(/\?([^>]*)>/.exec(first.header('link') ?? '')?.[1]))
		expect((await list(next)).json).toMatchObject([{ id, member: { name: 'Dana Whitfield' }, state: 'complete' }])
		expect((await list({ state: 'complete' })).json as AttendanceRow[]).toHaveLength(1)
		expect((await list({ activity: 'unknown' })).json).toEqual([])
		const detail = (await callApi(getAttendanceDetail, { as: admin, params: { id } })).json
		expect(detail).toMatchObject({
			watched: [[0, 3_000_000]],
			codes: expect.arrayContaining([{ atMs: expect.any(Number), enteredAt: expect.any(String) }]),
			evidence: { hash: expect.any(String), previousHash: '', keptUntil: '2031-03-09' },
			certificates: [{ number }],
		})
		expect((await callApi(getAttendanceDetail, { as: admin, params: { id: 'unknown' } })).status).toBe(404)
	})

	test('show certificates with names but without bar numbers, page by page', async () => {
		const { number, activity } = await completeAccredited()
		wait(1_000)
		await complete(other, await addActivity(), 'Tomas Keller')
		const list = async (query = {}) => callApi(listIssuedCertificates, { as: admin, query })
		const first = await list({ limit: '1' })
		expect(first.json).toMatchObject([{ name: 'Tomas Keller' }])
		const next = Object.fromEntries(new URLSearchParams(/\?([^>]*)>/.exec(first.header('link') ?? '')?.[1]))
		expect((await list(next)).json).toMatchObject([{ number, name: 'Dana Whitfield' }])
		const ofActivity = await list({ activity: activity.id })
		expect(ofActivity.json).toMatchObject([{ number }])
		expect(ofActivity.text).not.toContain('4455667')
		expect(await db().$count(certificates)).toBe(2)
	})

	test('do not read whole tables', async () => {
		const plans = await planReader(database().client)(async () => {
			await listStatement(undefined, 51)
			await issuedStatement(undefined, 51)
		})
		expect(plans.length).toBeGreaterThan(2)
		expect(plans.filter(isWholeTable)).toEqual([])
	})
})
