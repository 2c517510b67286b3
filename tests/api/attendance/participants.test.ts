import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { attendances } from '#db/schema/attendance.ts'
import { audit } from '#db/schema/audit.ts'
import { readMinutes } from '#src/features/attendance/server/admin/participants.ts'
import { insertAccount } from '#tests/support/api/api.ts'
import {
	addActivity,
	attendanceIn,
	database,
	finish,
	MINUTE,
	member,
	other,
	read,
	setUpAttendance,
	start,
	wait,
} from '#tests/support/cle/attendance.ts'
import { addUpcomingSession, LIST, upload } from '#tests/support/cle/sessions.ts'

setUpAttendance()

describe('the list of participants', () => {
	test('uses the longest of several devices, and names people who are unknown or left too early', async () => {
		const session = await addUpcomingSession()
		await insertAccount({ email: 'gone@example.com', status: 'inactive' })
		const list = [
			'Meeting 812;Ethics hour',
			'Name;E-Mail;In-Meeting Duration',
			'Dana;dana@example.com;58m 50s',
			'Tomas;TOMAS@example.com;0h 30m 2s',
			'Tomas;tomas@example.com;12m',
			'Gone;gone@example.com;60m',
			'Phone;;60m',
			'Who;who@example.com;1h',
			'Ada;ada@example.com;present',
		].join('\r\n')
		expect((await upload(session.id, list)).json).toEqual({
			...{ matched: 2, over: [], short: ['Dana Whitfield', 'Tomas Keller'] },
			unknown: ['gone@example.com', 'who@example.com'],
			unread: [
				{ line: 7, text: 'Phone, 60m' },
				{ line: 9, text: 'Ada, ada@example.com, present' },
			],
		})
		const [entry] = await db().select().from(audit).where(eq(audit.action, 'attendance.listed'))
		expect(entry).toMatchObject({ subjectName: 'Ethics hour', detail: '{"members":2}' })
		const { id } = attendanceIn(await start(other, session))
		expect((await read(other, id)).live?.listedMinutes).toBe(30)
	})

	test('replaces the minutes of an earlier list, but does not change completed attendances', async () => {
		const session = await addUpcomingSession()
		const { id } = attendanceIn(await start(member, session))
		await upload(session.id, 'email,minutes\ndana@example.com,10\n')
		await upload(session.id)
		expect((await read(member, id)).live?.listedMinutes).toBe(59)
		wait(75 * MINUTE)
		attendanceIn(await finish(member, id))
		const again = await upload(session.id, 'email,minutes\ndana@example.com,10\n')
		expect(again.json).toMatchObject({ matched: 0, over: ['Dana Whitfield'], short: [] })
		expect((await read(member, id)).live?.listedMinutes).toBe(59)
		expect(await db().$count(attendances)).toBe(1)
	})

	test('converts seconds to minutes', async () => {
		const session = await addUpcomingSession()
		const { id } = attendanceIn(await start(member, session))
		await upload(session.id, 'email,Duration (seconds)\ndana@example.com,900\n')
		expect((await read(member, id)).live?.listedMinutes).toBe(15)
	})

	test('never counts more time than the session lasted', async () => {
		const session = await addUpcomingSession()
		const { id } = attendanceIn(await start(member, session))
		await upload(session.id, 'email,minutes\ndana@example.com,9999\n')
		expect((await read(member, id)).live?.listedMinutes).toBe(60)
	})

	test('does not change an attendance that is completed during the import', async () => {
		const session = await addUpcomingSession()
		await insertAccount({ email: 'ada@example.com' })
		const { id } = attendanceIn(await start(member, session))
		// Ada's line is stored before Dana's.
		await database.client.execute(
			`create trigger completes after insert on attendances
			 begin update attendances set state = 'complete' where id = '${id}'; end`,
		)
		await upload(session.id, 'email,minutes\nada@example.com,60\ndana@example.com,60\n')
		expect(await db().$count(attendances)).toBe(2)
		expect(await read(member, id)).toMatchObject({ state: 'complete', live: { listedMinutes: null } })
	})

	test('is refused if it is not a readable list for a session', async () => {
		const session = await addUpcomingSession()
		const lines = Array.from({ length: 2_001 }, (_, n) => `p${n}@example.com,60`).join('\n')
		for (const [text, sentence] of [
			['Name,Minutes\nDana,60\n', 'This list needs a column with email addresses and one with minutes'],
			['', 'This list needs a column with email addresses and one with minutes'],
			['email,minutes\n"dana@example.com,60\n', 'This list cannot be read. Save it as CSV and try again.'],
			[`email,minutes\n${lines}`, 'A list can have at most 2,000 lines'],
		] as const) {
			const reply = await upload(session.id, text)
			expect([reply.status, reply.text]).toEqual([400, sentence])
		}
		const recording = await upload((await addActivity()).id)
		expect([recording.status, recording.text]).toEqual([409, 'Only a session has participants'])
		expect((await upload('unknown')).text).toBe('Activity not found')
		expect((await upload(session.id, LIST, member)).status).toBe(403)
		expect(await db().$count(attendances)).toBe(0)
	})

	test.each<[string, number | undefined]>([
		['60', 60],
		[' 61.9 ', 61],
		['1:02:59', 62],
		['1h 2m 3s', 62],
		['45 min', 45],
		['59s', 0],
		['3600 s', 60],
		['12:30', undefined],
		['', undefined],
		['long', undefined],
		['60000', undefined],
	])('reads %s as %s minutes', (text, minutes) => {
		expect(readMinutes(text)).toBe(minutes)
	})
})
