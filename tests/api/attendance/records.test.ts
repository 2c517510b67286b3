import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { attendanceEvidence, attendances } from '#db/schema/attendance.ts'
import { audit } from '#db/schema/audit.ts'
import { users } from '#db/schema/users.ts'
import { markUpload, revokeCertificate } from '#src/features/attendance/admin-contract.ts'
import { exportAttendances, exportRecords, exportUpload } from '#src/features/attendance/records-contract.ts'
import { countAttendanceWork } from '#src/features/attendance/server/admin/open-work.ts'
import { sliceStatement } from '#src/features/attendance/server/records/read-records.ts'
import { exportLedger } from '#src/features/cle/export-contract.ts'
import { callApi } from '#tests/support/api/api.ts'
import { planOf } from '#tests/support/api/plans.ts'
import {
	accredit,
	addActivity,
	addAdmission,
	admin,
	complete,
	database,
	member,
	other,
	setUpAttendance,
} from '#tests/support/cle/attendance.ts'
import { certificatesOf } from '#tests/support/cle/certificates.ts'
import { pdfText } from '#tests/support/pdf-text.ts'
import { unpacked } from '#tests/support/servers/archives.ts'

setUpAttendance()

/** Parses a CSV file into one record per line, keyed by heading. */
async function linesIn(text: string): Promise<Record<string, string>[]> {
	const { parse } = await import('csv-parse/sync')
	return parse(text, { bom: true, columns: true })
}

const listed = async (query: object = {}) => {
	const reply = await callApi(exportAttendances, { as: admin, query: { ...query } })
	expect(reply.status).toBe(200)
	return { reply, lines: await linesIn(reply.text) }
}

/** Completes an activity that New York and California accredited. */
async function completed() {
	const activity = await addActivity()
	await addAdmission(member.userId, 'US-NY')
	await addAdmission(member.userId, 'US-CA', { barNumber: '301122' })
	await accredit(activity.id, 'US-NY', { areas: 100, ethics: 50 }, { transitional: true })
	await accredit(activity.id, 'US-CA', { general: 125, ethics: 50 }, { number: '17777' })
	await complete(member, activity)
	return { activity, certificates: await certificatesOf() }
}

async function archiveOf(query: object = {}): Promise<Map<string, Buffer>> {
	const reply = await callApi(exportRecords, { as: admin, query: { ...query } })
	expect(reply.status).toBe(200)
	expect(reply.header('content-type')).toBe('application/zip')
	const file = join(database.folder, 'records.zip')
	writeFileSync(file, reply.bytes)
	return unpacked(file)
}

describe('the attendance list', () => {
	test('lists member, programme, date, credits and kind of verification', async () => {
		await completed()
		const { reply, lines } = await listed()
		expect(reply.header('content-disposition')).toMatch(/^attachment; filename="attendance-\d{4}-\d\d-\d\d\.csv"$/)
		expect(reply.header('cache-control')).toBe('private, no-store')
		expect(lines).toHaveLength(2)
		const [{ hash } = { hash: '' }] = await db().select({ hash: attendanceEvidence.hash }).from(attendanceEvidence)
		expect(lines.find(({ Jurisdiction }) => Jurisdiction === 'New York')).toMatchObject({
			...{ Name: 'Dana Whitfield', 'Bar number': '4455667', Activity: 'Fee agreements that hold' },
			...{ Date: '2027-03-09', 'Time in': '2027-03-09 12:00', 'Time out': '2027-03-09 12:02' },
			...{ 'Time zone': 'America/New_York', Minutes: '2', Credits: '1.5', Accreditation: 'C-2027-118' },
			'Credits by category': 'Areas of professional practice 1.0; Ethics and professionalism 0.5',
			Verification: expect.stringMatching(/^real-time playback and 1 codes? at random times$/),
			...{ Revoked: '', 'Evidence hash': hash },
		})
		expect(lines.find(({ Jurisdiction }) => Jurisdiction === 'California')).toMatchObject({
			...{ 'Bar number': '301122', Kind: 'participatory', Credits: '1.75' },
		})
	})

	test('can be filtered by jurisdiction and days', async () => {
		await completed()
		const names = async (query: object) => (await listed(query)).lines.map(({ Jurisdiction }) => Jurisdiction)
		expect(await names({ jurisdiction: 'US-CA' })).toEqual(['California'])
		expect(await names({ from: '2027-03-10' })).toEqual([])
		expect(await names({ from: '', to: '2027-03-09' })).toHaveLength(2)
		expect(await names({ to: '2027-03-08' })).toEqual([])
	})

	test('includes the revocation, and escapes formulas in names', async () => {
		await db().update(users).set({ name: '=HYPERLINK("x")' })
		const activity = await addActivity()
		await complete(member, activity, '=HYPERLINK("x")')
		const [{ number } = { number: '' }] = await certificatesOf()
		await callApi(revokeCertificate, { as: admin, params: { number }, body: { reason: 'Wrong person' } })
		const { lines } = await listed()
		expect(lines).toHaveLength(1)
		expect(lines[0]).toMatchObject({
			...{ Name: `'=HYPERLINK("x")`, Accreditation: 'Not accredited', Revoked: '2027-03-09', Reason: 'Wrong person' },
		})
	})

	test('is read in slices by an index', async () => {
		const steps = (await planOf(sliceStatement([5, 'A'], undefined))).join('\n')
		expect(steps).toMatch(/SEARCH certificates USING INDEX certificates_by_issue/)
		expect(steps).not.toMatch(/SCAN|TEMP B-TREE/)
	})

	test('logs each download in the audit log', async () => {
		await listed({ jurisdiction: 'US-NY' })
		await archiveOf()
		const entries = await db().select().from(audit)
		expect(entries.filter(({ action }) => action === 'records.taken')).toMatchObject([
			{ actorName: 'Ruth Adeyemi', subjectName: 'Attendance list', detail: '{"jurisdiction":"US-NY"}' },
			{ actorName: 'Ruth Adeyemi', subjectName: 'Records for audit' },
		])
	})

	test('is for admins only', async () => {
		for (const contract of [exportAttendances, exportRecords])
			expect((await callApi(contract, { as: other })).status).toBe(403)
	})
})

describe('the archive', () => {
	test('has each certificate, the evidence once, the list, and a manifest with correct hashes', async () => {
		const { certificates } = await completed()
		const files = await archiveOf()
		const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '')
		expect([...files.keys()].sort()).toEqual(
			[
				...certificates.map(({ number }) => `certificates/${number}.pdf`),
				`evidence/${certificates[0]?.attendanceId}.json`,
				...['attendance.csv', 'manifest.json'],
			].sort(),
		)
		for (const { certificate, paper, evidence } of manifest.records) {
			const pdf = files.get(paper.file) ?? Buffer.alloc(0)
			expect(pdfText(pdf)).toContain('Dana Whitfield')
			expect(paper.file).toContain(certificate)
			expect(createHash('sha256').update(pdf).digest('hex')).toBe(paper.sha256)
			const json = files.get(evidence.file)?.toString() ?? ''
			const hash = createHash('sha256').update(`${evidence.previousHash}\n${json}`).digest('hex')
			expect(hash).toBe(evidence.hash)
		}
		expect(manifest.records).toHaveLength(2)
		const list = files.get('attendance.csv') ?? Buffer.alloc(0)
		expect(createHash('sha256').update(list).digest('hex')).toBe(manifest.list.sha256)
		expect(await linesIn(list.toString())).toHaveLength(2)
	})

	test('names certificates that cannot be drawn', async () => {
		await db().update(users).set({ name: '李雷' })
		await complete(member, await addActivity(), '李雷')
		const files = await archiveOf()
		const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '')
		expect(manifest.records[0].paper).toEqual({ file: null, missing: 'No font has the letter 李' })
	})

	test('is created even if there are no certificates', async () => {
		const files = await archiveOf()
		expect([...files.keys()]).toEqual(['attendance.csv', 'manifest.json'])
	})
})

test('counts undecided attendances and outstanding uploads as open work', async () => {
	expect(await countAttendanceWork()).toBe(0)
	const { activity } = await completed()
	// New York requires no upload.
	expect(await countAttendanceWork()).toBe(1)
	const upload = { jurisdiction: 'US-CA', activityId: activity.id, day: '2027-03-09' }
	await callApi(markUpload, { as: admin, body: { ...upload, isDone: true } })
	expect(await countAttendanceWork()).toBe(0)
	await db().update(attendances).set({ state: 'review' })
	expect(await countAttendanceWork()).toBe(1)
})

describe('the file for a board', () => {
	const uploaded = (query: object) => callApi(exportUpload, { as: admin, query: { ...query } })

	test('names each attorney by number, with hours by category', async () => {
		const { activity, certificates } = await completed()
		const query = { jurisdiction: 'US-CA', activity: activity.id, day: '2027-03-09' }
		const reply = await uploaded(query)
		expect(reply.header('content-disposition')).toContain('attendance-us-ca-2027-03-09')
		expect(await linesIn(reply.text)).toEqual([
			{
				...{ 'State Bar number': '301122', 'Last name': 'Whitfield', 'First name': 'Dana' },
				...{ Title: 'Fee agreements that hold', Date: '2027-03-09', Kind: 'Participatory', Accreditation: '17777' },
				...{ 'Total hours': '1.75', General: '1.25', 'Legal ethics': '0.5' },
			},
		])
		const number = certificates.find(({ jurisdiction }) => jurisdiction === 'US-CA')?.number ?? ''
		await callApi(revokeCertificate, { as: admin, params: { number }, body: { reason: 'Wrong person' } })
		expect(await uploaded(query)).toMatchObject({ status: 404, text: exportUpload.errors.none[1] })
	})

	test('leaves out attorneys if the board did not accredit the activity', async () => {
		const activity = await addActivity()
		await addAdmission(member.userId, 'US-CA')
		await complete(member, activity)
		const query = { jurisdiction: 'US-CA', activity: activity.id, day: '2027-03-09' }
		expect((await uploaded(query)).status).toBe(404)
	})
})

describe("a member's own download", () => {
	test('has the certificates and the evidence, and names them in the overview', async () => {
		const { certificates } = await completed()
		const reply = await callApi(exportLedger, { as: member })
		const file = join(database.folder, 'own.zip')
		writeFileSync(file, reply.bytes)
		const files = await unpacked(file)
		const evidence = `evidence/${certificates[0]?.attendanceId}.json`
		for (const { number } of certificates)
			expect(pdfText(files.get(`certificates/${number}.pdf`) ?? Buffer.alloc(0))).toContain('Dana Whitfield')
		expect(JSON.parse(files.get(evidence)?.toString() ?? '')).toMatchObject({ member: { name: 'Dana Whitfield' } })
		const overview = files.get('overview.html')?.toString() ?? ''
		expect(overview).toContain('Certificate of attendance: Fee agreements that hold')
		expect(overview).toContain('Evidence of the attendance completed March 9, 2027')
	})

	test('has no files of other members, and no certificate without its bar number', async () => {
		await completed()
		const activity = await addActivity({ title: 'Other' })
		await addAdmission(other.userId, 'US-CA', { barNumber: '' })
		await accredit(activity.id, 'US-CA', { general: 25 })
		await complete(other, activity, 'Tomas Keller')
		const file = join(database.folder, 'own.zip')
		writeFileSync(file, (await callApi(exportLedger, { as: other })).bytes)
		const names = [...(await unpacked(file)).keys()]
		expect(names.filter((name) => name.startsWith('certificates/'))).toEqual([])
		expect(names.filter((name) => name.startsWith('evidence/'))).toHaveLength(1)
	})
})
