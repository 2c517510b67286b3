import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, useDatabase } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { write } from '#db/write.ts'
import { freezeStatement } from '#src/features/attendance/server/evidence/evidence.ts'
import { commandOf } from '#tests/support/servers/command.ts'

let folder: string
let file: string
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'second-chair-cle-'))
	mkdirSync(join(folder, 'data'))
	file = join(folder, 'data', 'second-chair.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Creates a club with evidence of these attendances. */
async function addClub(...ids: string[]) {
	const opened = await openDatabase({ url: `file:${file}` })
	await migrateDatabase(opened)
	useDatabase(opened)
	for (const attendanceId of ids) {
		const days = { completedOn: '2027-03-09', keptUntil: '2031-03-09' }
		const json = JSON.stringify({ member: attendanceId, confirmedMs: 120_000 })
		const { statement } = await freezeStatement({ attendanceId, userId: 'u', activityId: 'a', ...days, json }, sql`1`)
		await write(statement)
	}
	useDatabase(undefined)
	await opened.close()
}

const verify = () =>
	new Promise<{ status: number; stdout: string; stderr: string }>((resolve) =>
		execFile(
			process.execPath,
			commandOf('src/app/cli/cle.ts', 'verify'),
			{ env: { ...process.env, DATA_DIR: join(folder, 'data'), DATABASE_URL: `file:${file}` } },
			(error, stdout, stderr) => resolve({ status: error ? Number(error.code) : 0, stdout, stderr }),
		),
	)

test('cle:verify confirms evidence that is as it was written', async () => {
	await addClub()
	expect(await verify()).toMatchObject({ status: 0, stdout: 'There are no records of attendance yet.\n' })
	await addClub('one', 'two')
	const { status, stdout, stderr } = await verify()
	expect([status, stdout, stderr]).toEqual([0, 'All records of attendance are as they were written: 2.\n', ''])
})

test('cle:verify names evidence that was changed in the file, and fails', async () => {
	await addClub('one', 'two', 'three')
	const changed = new DatabaseSync(file)
	changed.exec('drop trigger attendance_evidence_keep_values')
	changed.exec(`update attendance_evidence set json = replace(json, '120000', '999999') where attendance_id = 'two'`)
	changed.close()
	const { status, stdout, stderr } = await verify()
	expect([status, stdout, stderr]).toEqual([
		1,
		'The record of attendance two was changed.\n',
		'Not as they were written: 1 of 3 records.\n',
	])
})
