import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { attendanceEvidence } from '#db/schema/attendance.ts'
import { verifyEvidence } from '#src/features/attendance/server/evidence/verify-evidence.ts'
import {
	addActivity,
	admin,
	complete,
	database,
	member,
	other,
	setUpAttendance,
} from '#tests/support/cle/attendance.ts'

setUpAttendance()

describe('evidence', () => {
	const change = (sql: string) => database.client.execute(sql)

	test('cannot be changed or deleted', async () => {
		await complete(member, await addActivity())
		for (const sql of [
			"update attendance_evidence set json = '{}'",
			"update attendance_evidence set json = '', user_id = ''",
			'update attendance_evidence set kept_until = 0',
			'delete from attendance_evidence',
		])
			await expect(change(sql), sql).rejects.toThrow('Evidence is append-only')
		for (const sql of ["update certificates set json = '{}'", 'delete from certificates'])
			await expect(change(sql), sql).rejects.toThrow('Certificates are append-only')
	})

	test.each<[string, string, string]>([
		[
			'changed',
			`update attendance_evidence set json = replace(json, '"confirmedMs":120000', '"confirmedMs":120001') where sequence = 2`,
			'was changed',
		],
		['taken out', 'delete from attendance_evidence where sequence = 2', 'does not follow the record before it'],
		['cut off', 'delete from attendance_evidence where sequence = 3', 'has no evidence'],
		[
			'emptied',
			"update attendance_evidence set json = '', user_id = '' where sequence = 2",
			'was deleted before its keeping period was over',
		],
		[
			'given another certificate',
			`update certificates set json = replace(json, '"minutes":2', '"minutes":200')`,
			'has another certificate',
		],
		['left without its certificate', 'delete from certificates', 'has lost its certificate'],
		[
			'given a certificate that nobody issued',
			`insert into certificates select 'AAAABBBBCCCCDDDD', attendance_id, user_id, activity_id, 'US-TX', json,
				completed_on, issued_at, kept_until, null, null, null from certificates limit 1`,
			'that was not issued so',
		],
		[
			'forged as a certificate alone',
			`insert into certificates select 'AAAABBBBCCCCDDDD', 'none', user_id, activity_id, jurisdiction, json,
				completed_on, issued_at, kept_until, null, null, null from certificates limit 1`,
			'and no evidence',
		],
	])('that was %s in the database is detected', async (_, sql, what) => {
		for (const [as, name] of [
			[member, 'Dana Whitfield'],
			[other, 'Tomas Keller'],
			[admin, 'Ruth Adeyemi'],
		] as const)
			await complete(as, await addActivity(), name)
		expect(await verifyEvidence()).toMatchObject({ records: 3, faults: [] })
		const { rows } = await change("select name from sqlite_master where type = 'trigger' and name like '%keep_%'")
		for (const { name } of rows) await change(`drop trigger "${name}"`)
		await change(sql)
		const { faults } = await verifyEvidence()
		expect(faults.map((fault) => fault.what).join()).toContain(what)
	})

	test('exists for every completed attendance', async () => {
		await complete(member, await addActivity())
		expect(await db().$count(attendanceEvidence)).toBe(1)
	})
})
