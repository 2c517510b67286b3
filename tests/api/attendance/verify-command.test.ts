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

/** Creates a club with evidence for these attendance ids. */
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

const verify = (...words: string[]) =>
	new Promise<{ status: number; stdout: string; stderr: string }>((resolve) =>
		execFile(
			process.execPath,
			commandOf('src/app/cli/cle.ts', 'verify', ...words),
			{ env: { ...process.env, DATA_DIR: join(folder, 'data'), DATABASE_URL: `file:${file}` } },
			(error, stdout, stderr) => resolve({ status: error ? Number(error.code) : 0, stdout, stderr }),
		),
	)

test('cle:verify confirms unchanged evidence', async () => {
	await addClub()
	expect(await verify()).toMatchObject({ status: 0, stdout: 'There are no attendance records yet.\n' })
	await addClub('one', 'two')
	const head = await headOf(2)
	const said = `All attendance records are as they were written: 2. The newest has the hash ${head}.\n`
	for (const reply of [await verify(), await verify('--head', head), await verify('--head', await headOf(1))])
		expect(reply).toEqual({ status: 0, stdout: said, stderr: '' })
})

/** Reads the hash of a record. */
async function headOf(sequence: number): Promise<string> {
	const opened = new DatabaseSync(file)
	const row = opened.prepare('select hash from attendance_evidence where sequence = ?').get(sequence)
	opened.close()
	return String(row?.hash)
}

test('cle:verify detects a rewritten chain by a hash noted earlier', async () => {
	await addClub('one', 'two')
	const head = await headOf(2)
	rmSync(join(folder, 'data'), { recursive: true })
	mkdirSync(join(folder, 'data'))
	await addClub('one', 'another')
	expect(await verify()).toMatchObject({ status: 0, stderr: '' })
	expect(await verify('--head', head)).toMatchObject({
		...{ status: 1, stderr: `No record has the hash ${head}: the chain was cut off or rewritten.\n` },
	})
	for (const words of [['--head'], [head], ['--tail', head]])
		expect((await verify(...words)).status, words.join()).toBeGreaterThan(0)
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
		'The attendance record two was changed.\n',
		'1 of 3 records are not as they were written.\n',
	])
})
