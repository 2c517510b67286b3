import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { backupDatabase } from '#db/backup.ts'
import { database, openDatabase } from '#db/client.ts'
import { listenForCommands } from '#src/app/startup/control.ts'
import { insertAccount } from '#tests/support/api/api.ts'
import { admin, folder, longVideo, server, setUpMedia, upload } from '#tests/support/media/media.ts'
import { samplePdf } from '#tests/support/media/media-samples.ts'
import { dataCommand, inBucketOf, killedAtSecondFile } from '#tests/support/servers/data-command.ts'

setUpMedia()

const file = (name: string) => join(folder, name)

/** Settings of the running server, and of one with a new data folder. */
const runningServer = () => ({ DATA_DIR: folder, MEDIA_TO: folder })
const newServer = () => ({ DATA_DIR: file('new'), MEDIA_TO: '' })

beforeEach(async () => {
	await insertAccount({ name: 'Someone' })
	await upload(admin, longVideo(), { name: 'video.mp4' })
	await upload(admin, samplePdf, { name: 'sheet.pdf' })
	const stop = await listenForCommands(folder, {
		async backup(target) {
			await backupDatabase(database(), target)
			return `Saved ${target}`
		},
	})
	return stop
})

const run = (args: string[], settings: Record<string, string>) => dataCommand(args, settings).ended
const exportTo = (name: string, ...flags: string[]) => run(['export', file(name), ...flags], runningServer())

describe('npm run data:export and data:import', () => {
	test('transfer a club while its server runs, report it, and leave no other files', async () => {
		const exported = await exportTo('one.zip')
		expect(exported).toMatchObject({ status: 0, stderr: '' })
		expect(exported.stdout).toMatch(/Exported \d+ rows of \d+ tables and 2 files, without the hashes of passwords/)
		expect(statSync(file('one.zip')).mode & 0o777).toBe(0o600)
		expect(readdirSync(file('export-work'))).toEqual([])

		const imported = await run(['import', file('one.zip')], newServer())
		expect(imported).toMatchObject({ status: 0, stderr: '' })
		expect(imported.stdout).toContain('choose a new one with "Forgot password?"')
		expect(statSync(file('new/second-chair.db')).mode & 0o777).toBe(0o600)
		expect(readdirSync(file('new')).toSorted()).toEqual([
			...['media', 'second-chair.db', 'second-chair.db.lock', 'secret-key'],
		])
		expect(readdirSync(file('new/media/scratch'))).toEqual([])

		expect((await run(['export', file('two.zip')], newServer())).status).toBe(0)
		expect(readFileSync(file('two.zip')).equals(readFileSync(file('one.zip')))).toBe(true)
	})

	test('report that passwords are included', async () => {
		expect((await exportTo('one.zip', '--with-credentials')).stdout).toContain('with the hashes of passwords')
		expect((await run(['import', file('one.zip')], newServer())).stdout).toContain(
			'Members must sign in again with their passwords',
		)
	})

	test('fail with one sentence and status 1', async () => {
		await exportTo('one.zip')
		expect(await exportTo('one.zip')).toEqual({
			...{ status: 1, stdout: '' },
			stderr: `${file('one.zip')} already exists and was not changed. Use another file.\n`,
		})
		expect(await run(['export', file('two.zip')], newServer())).toMatchObject({
			...{ status: 1, stderr: `There is no database at ${file('new/second-chair.db')}: nothing was saved.\n` },
		})
		expect(existsSync(file('two.zip'))).toBe(false)
		expect(await run(['import', file('none.zip')], newServer())).toMatchObject({
			...{ status: 1, stderr: `There is no file ${file('none.zip')}\n` },
		})
	})

	test.each([
		...[['export', '--with-everything', 'x'], ['import', 'one', 'two'], ['other'], []].map((args) => [args, 2]),
		...[['export'], ['import']].map((args) => [args, 1]),
	] as [string[], number][])('print their usage: %j', async (args, status) => {
		expect(await run(args, newServer())).toMatchObject({
			status,
			[status === 2 ? 'stdout' : 'stderr']: expect.stringContaining('Usage:'),
		})
	})
})

describe('an import killed midway', () => {
	test('leaves no database, blocks a start, and succeeds on retry', async () => {
		await exportTo('one.zip')
		const before = server.objects.size
		const killed = await killedAtSecondFile(['import', file('one.zip')], newServer(), server)
		expect(killed.status).toBe(null)
		expect(server.objects.size).toBe(before + 1)
		const club = file('new/second-chair.db')
		expect(existsSync(club)).toBe(false)
		await expect(openDatabase({ url: `file:${club}` })).rejects.toThrow(
			`is being filled by "npm run data:import", or an import was interrupted. Wait for it, or run it again`,
		)
		expect(existsSync(club)).toBe(false)

		const retry = await run(['import', file('one.zip')], { ...newServer(), ...inBucketOf(server) })
		expect(retry).toMatchObject({ status: 0, stderr: '' })
		const opened = await openDatabase({ url: `file:${club}` })
		onTestFinished(() => opened.close())
		const { rows } = await opened.client.execute("select name from users where name = 'Someone'")
		expect(rows).toHaveLength(1)
		expect(server.objects.size).toBe(before + 2)
	})
})
