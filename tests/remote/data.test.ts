import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { moveToServer } from '#db/copy/move.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { demoFile } from '#tests/support/api/odd-rows.ts'
import { dataCommand, inBucketOf, killedAtSecondFile } from '#tests/support/servers/data-command.ts'
import { type S3Server, startS3 } from '#tests/support/servers/s3-server.ts'
import { type Sqld, startSqld } from '#tests/support/servers/sqld.ts'
import { addStoredFiles } from '#tests/support/servers/stored-files.ts'

let folder: string
let from: Sqld
let to: Sqld
let bucket: S3Server
beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'second-chair-data-'))
	mkdirSync(join(folder, 'data'))
	;[from, to, bucket] = await Promise.all([startSqld(), startSqld(), startS3()])
	const club = join(folder, 'club.db')
	await demoFile(club)
	addStoredFiles(club, join(folder, 'data', 'media'))
	await moveToServer(club, from)
})
afterEach(async () => {
	await Promise.all([from.stop(), to.stop(), bucket.stop()])
	rmSync(folder, { recursive: true, force: true })
})

const file = (name: string) => join(folder, name)
const settings = ({ url, authToken }: Sqld) => ({
	DATA_DIR: file('data'),
	DATABASE_URL: url,
	DATABASE_AUTH_TOKEN: authToken,
})
const run = (args: string[], env: Record<string, string>) => dataCommand(args, env).ended

test('moves a club between servers byte for byte, and rejects a server that has a club', async () => {
	expect(await run(['export', file('one.zip')], settings(from))).toMatchObject({ status: 0, stderr: '' })
	const target = { ...settings(to), ...inBucketOf(bucket) }
	expect(await run(['import', file('one.zip')], target)).toMatchObject({ status: 0, stderr: '' })
	expect(await run(['export', file('two.zip')], target)).toMatchObject({ status: 0, stderr: '' })
	expect(readFileSync(file('two.zip')).equals(readFileSync(file('one.zip')))).toBe(true)
	for (const args of [
		['import', file('one.zip')],
		['import', file('one.zip'), '--anew'],
	])
		expect(await run(args, target)).toMatchObject({
			...{ status: 1, stderr: expect.stringContaining('already contains data; nothing was changed') },
		})
})

test('an import killed halfway keeps nodes from starting, and restarts only on request', async () => {
	await run(['export', file('one.zip')], settings(from))
	const killed = await killedAtSecondFile(['import', file('one.zip')], settings(to), bucket)
	expect(killed.status).toBe(null)
	const database = await openDatabase(to)
	await expect(migrateDatabase(database)).rejects.toThrow(
		'is being filled by "npm run db:to-server" or "npm run data:import", or one was interrupted',
	)
	await database.close()
	const target = { ...settings(to), ...inBucketOf(bucket) }
	expect(await run(['export', file('half.zip')], target)).toMatchObject({
		...{ status: 1, stderr: expect.stringContaining('or one was interrupted') },
	})
	expect(await run(['import', file('one.zip')], target)).toMatchObject({
		...{
			status: 1,
			stderr: expect.stringContaining('or "npm run data:import -- FILE --anew": it deletes what is there'),
		},
	})
	expect(await run(['import', file('one.zip'), '--anew'], target)).toMatchObject({ status: 0, stderr: '' })
	await run(['export', file('two.zip')], target)
	expect(readFileSync(file('two.zip')).equals(readFileSync(file('one.zip')))).toBe(true)
})
