import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { cleAdmissions } from '#db/schema/cle.ts'
import { users } from '#db/schema/users.ts'
import { getIssuedCertificateFile } from '#src/features/attendance/admin-contract.ts'
import type { Verified } from '#src/features/attendance/certificates-contract.ts'
import { callApi } from '#tests/support/api/api.ts'
import {
	accredit,
	addActivity,
	addAdmission,
	admin,
	complete,
	member,
	other,
	setUpAttendance,
	wait,
} from '#tests/support/cle/attendance.ts'
import { certificatesOf, completeAccredited, fileOf, verify } from '#tests/support/cle/certificates.ts'
import { pdfText } from '#tests/support/pdf-text.ts'

setUpAttendance()

describe('a certificate', () => {
	test('can be downloaded by its member and by admins', async () => {
		const { number } = await completeAccredited()
		const reply = await fileOf(number)
		expect([reply.status, reply.header('content-type')]).toEqual([200, 'application/pdf'])
		expect(reply.header('cache-control')).toBe('private, no-store')
		const text = pdfText(reply.bytes)
		for (const part of ['Certificate of attendance', 'Dana Whitfield', 'Fee agreements that hold', 'C-2027-118', '1.0'])
			expect(text).toContain(part)
		const denied = await fileOf(number, other)
		expect([denied.status, denied.text]).toEqual([404, 'Certificate not found'])
		expect((await callApi(getIssuedCertificateFile, { as: admin, params: { number } })).bytes).toEqual(reply.bytes)
		expect(await certificatesOf(other)).toEqual([])
	})

	test('keeps the name that it was issued with', async () => {
		const { number } = await completeAccredited()
		await db()
			.update(users)
			.set({ name: 'Dana Okafor' })
			.where(eq(users.id, member.userId ?? ''))
		expect(pdfText((await fileOf(number)).bytes)).toContain('Dana Whitfield')
	})

	test('issued without a bar number stays the same after the member adds one', async () => {
		const id = await addAdmission(member.userId, 'US-NY', { barNumber: '' })
		const { certificates: numbers } = await complete(member, await addActivity({ minutes: 60 }))
		const [number = ''] = numbers
		const { bytes } = await fileOf(number)
		await db().update(cleAdmissions).set({ barNumber: '4711' }).where(eq(cleAdmissions.id, id))
		expect((await fileOf(number)).bytes).toEqual(bytes)
	})

	test('for California waits for the State Bar number', async () => {
		const id = await addAdmission(member.userId, 'US-CA', { barNumber: '' })
		const { certificates: numbers } = await complete(member, await addActivity({ minutes: 60 }))
		const [number = ''] = numbers
		expect(await certificatesOf()).toMatchObject([{ needsBarNumber: true }])
		const reply = await fileOf(number)
		expect([reply.status, reply.text]).toEqual([409, 'Add your State Bar number first'])
		await db().update(cleAdmissions).set({ barNumber: '301122' }).where(eq(cleAdmissions.id, id))
		expect(await certificatesOf()).toMatchObject([{ needsBarNumber: false }])
		expect(pdfText((await fileOf(number)).bytes)).toContain('State Bar number 301122')
	})

	test('for self-study in California is a certificate of completion', async () => {
		await addAdmission(member.userId, 'US-CA')
		const activity = await addActivity({ minutes: 60, format: 'self-study' })
		await accredit(activity.id, 'US-CA', { general: 100 }, { formats: ['self-study'] })
		await complete(member, activity)
		expect(await certificatesOf()).toMatchObject([{ paper: 'completion', credits: 100 }])
	})

	test('ignores accreditations for another format or period', async () => {
		await addAdmission(member.userId, 'US-NY')
		const activity = await addActivity({ minutes: 50 })
		await accredit(activity.id, 'US-NY', { ethics: 300 }, { formats: ['live'] })
		await accredit(activity.id, 'US-NY', { ethics: 300 }, { validTo: '2027-03-08' })
		await accredit(activity.id, 'US-NY', { ethics: 300 }, { validFrom: '2027-03-10' })
		await complete(member, activity)
		expect(await certificatesOf()).toMatchObject([{ paper: 'record', credits: 100 }])
	})
})

describe('/verify', () => {
	test('confirms a record, given its number and the last name', async () => {
		const { number } = await completeAccredited()
		for (const [typed, name] of [
			[number, 'Whitfield'],
			[number.toLowerCase().replace(/^(.{4})(.{4})/, '$1 $2-'), ' WHITFIELD '],
		] as const) {
			const reply = await verify(typed, name)
			expect(reply.status, reply.text).toBe(200)
			expect(reply.json as Verified).toEqual({
				...{ number, title: 'Fee agreements that hold', completedOn: '2027-03-09', minutes: 50, credits: 100 },
				creditsByCategory: [{ name: expect.any(String), credits: 100 }],
				...{ jurisdictionName: 'New York', paper: 'attendance', isAccredited: true, provider: 'Second Chair' },
				...{ revokedAt: null, reason: null },
			})
			// The reply contains no personal data.
			expect(reply.text).not.toMatch(/Dana|4455667/)
		}
	})

	test('gives the same answer for a wrong number and for a wrong name', async () => {
		const { number } = await completeAccredited()
		for (const [typed, name] of [
			[number, 'Keller'],
			[number.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A')), 'Whitfield'],
			['short', 'Whitfield'],
		] as const) {
			const reply = await verify(typed, name)
			expect([reply.status, reply.text]).toEqual([404, 'No record with this number and name'])
		}
		const empty = await verify(number, '')
		expect([empty.status, empty.text]).toEqual([400, 'Enter the number and the last name'])
	})

	test('answers ten times a minute', async () => {
		for (let times = 0; times < 10; times++) expect((await verify('A'.repeat(16), 'Whitfield')).status).toBe(404)
		const reply = await verify('A'.repeat(16), 'Whitfield')
		expect([reply.status, reply.text]).toEqual([429, 'Too many attempts. Please wait a minute and try again.'])
		expect((await verify('A'.repeat(16), 'Whitfield', '198.51.100.1')).status).toBe(404)
		wait(61_000)
		expect((await verify('A'.repeat(16), 'Whitfield')).status).toBe(404)
	})
})
