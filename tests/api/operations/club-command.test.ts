import { execFile } from 'node:child_process'
import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readlinkSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase, useDatabase } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { verifyBackupFile } from '#src/app/backups/verify.ts'
import { insertAccount } from '#tests/support/api/api.ts'
import { commandOf } from '#tests/support/servers/command.ts'

let folder: string
let dataDir: string
beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'second-chair-club-'))
	dataDir = join(folder, 'data')
	mkdirSync(dataDir)
	await addClub()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const databaseUrl = () => `file:${join(dataDir, 'second-chair.db')}`

async function addClub() {
	const opened = await openDatabase({ url: databaseUrl(), authToken: undefined })
	await migrateDatabase(opened)
	useDatabase(opened)
	await insertAccount()
	await opened.close()
}

interface Outcome {
	status: number
	stdout: string
	stderr: string
}

const club = (args: readonly string[], settings: Record<string, string> = {}) =>
	new Promise<Outcome>((resolve) =>
		execFile(
			process.execPath,
			commandOf('src/app/cli/club.ts', ...args),
			{ env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl(), ...settings } },
			(error, stdout, stderr) => resolve({ status: error ? Number(error.code) : 0, stdout, stderr }),
		),
	)

describe('backups', () => {
	test('are listed, and can be restored and verified by number', async () => {
		expect((await club(['backups'])).stdout).toContain('There is no backup')
		expect((await club(['backup'])).stdout).toContain('Saved ')
		const { stdout } = await club(['backups'])
		expect(stdout).toMatch(/^ {2}1 {2}\d{4}-\d\d-\d\d \d\d:\d\d UTC .* kB {2}by hand +\S+\.db\n$/)
		expect((await club(['restore', '1'])).stdout).toContain('Restored')
		expect((await club(['verify', '1'])).stdout).toContain('can be restored')
	})

	test('are listed if none is chosen, and a wrong number changes nothing', async () => {
		await club(['backup'])
		const withoutName = await club(['restore'])
		expect([withoutName.status, withoutName.stderr]).toEqual([1, 'Give the name or number of a backup, or "newest".\n'])
		expect(withoutName.stdout).toContain('by hand')
		expect((await club(['restore', '7'])).stderr).toBe('There is no backup 7: nothing was changed.\n')
	})
})

test('doctor names each problem and exits with status 1', async () => {
	const { status, stdout, stderr } = await club(['doctor'], {
		PUBLIC_URL: 'https://club.invalid',
		PORT: '9',
		ADMIN_EMAIL: 'owner@club.example',
		ADMIN_PASSWORD: 'only for the first',
	})
	expect(status).toBe(1)
	expect(stdout).toMatch(/^wrong {2}Server +No answer on port 9 /m)
	expect(stdout).toMatch(/^wrong {2}Address +https:\/\/club\.invalid does not answer/m)
	expect(stdout).toMatch(/^wrong {2}Proxy +TRUST_PROXY_HOPS is 0/m)
	expect(stdout).toMatch(/^wrong {2}Mail +SMTP_URL is not set/m)
	expect(stdout).toMatch(/^wrong {2}Backups +There is no backup/m)
	expect(stdout).toMatch(/^look {3}Password/m)
	expect(stderr).toMatch(/^\d things are wrong\.\n$/)
	expect((await club(['doctor'], { PORT: 'ninety' })).stderr).toContain('The settings are wrong:\nPORT')
})

describe('update', () => {
	/** Starts a server that is ready if the installed version is good, and creates fake system programs. */
	async function setUpMachine() {
		const server = createServer((_, response) => {
			const isReady = existsSync(join(link, 'is-good')) && existsSync(join(folder, 'started'))
			response.writeHead(isReady ? 200 : 503).end('{}')
		})
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
		onTestFinished(() => void server.close())
		const link = join(folder, 'second-chair')
		mkdirSync(`${link}-1`)
		writeFileSync(join(`${link}-1`, 'is-good'), '')
		symlinkSync(`${link}-1`, link)
		writeFileSync(join(folder, 'started'), '')
		const bin = join(folder, 'bin')
		mkdirSync(bin)
		const program = (name: string, lines: string) => {
			writeFileSync(join(bin, name), `#!/bin/sh\n${lines}\n`)
			chmodSync(join(bin, name), 0o755)
		}
		program(
			'systemctl',
			`case "$1" in
				show) echo "${link}" ;;
				stop) rm -f "${folder}/started" ;;
				start)
					touch "${folder}/started"
					# A version that fails leaves the database as no other version knows it.
					test -e "${link}/is-good" || rm "${dataDir}/second-chair.db" ;;
				is-failed) test ! -e "${link}/is-good" ;;
			esac`,
		)
		program('git', `case "$1" in clone) cp -r "$5/." . ;; esac`)
		const [node, ...args] = [process.execPath, ...commandOf('src/app/cli/club.ts')]
		program(
			'npm',
			`case "$*" in
				*club*) shift 4; exec "${node}" ${args.map((word) => `"${word}"`).join(' ')} "$@" ;;
				"run build") test ! -e fails ;;
			esac`,
		)
		const source = join(folder, 'source')
		mkdirSync(source)
		const { port } = server.address() as AddressInfo
		const settings = { PORT: String(port), PATH: [bin, process.env.PATH].join(delimiter) }
		return { link, source, update: () => club(['update', source], settings) }
	}

	test('switches to the new version once it is built', async () => {
		const { link, source, update } = await setUpMachine()
		writeFileSync(join(source, 'is-good'), '')
		const { status, stderr, stdout } = await update()
		expect([status, stderr]).toEqual([0, ''])
		expect(stdout).toContain(`Updated: ${link} is now ${link}-2. The previous version stays in ${link}-1.`)
		expect(readlinkSync(link)).toBe(`${link}-2`)
		expect(existsSync(join(folder, 'started'))).toBe(true)
	})

	test('changes nothing if the build fails', async () => {
		const { link, source, update } = await setUpMachine()
		writeFileSync(join(source, 'fails'), '')
		expect((await update()).stderr).toContain(`Nothing was changed: ${link}-1 runs.`)
		expect(readlinkSync(link)).toBe(`${link}-1`)
		expect(existsSync(`${link}-2`)).toBe(false)
	})

	test('restores the old version and its database if the new version does not start', async () => {
		const { link, update } = await setUpMachine()
		const { status, stderr } = await update()
		expect([status, stderr]).toEqual([1, expect.stringContaining('The new version did not start.')])
		expect(readlinkSync(link)).toBe(`${link}-1`)
		expect(existsSync(join(folder, 'started'))).toBe(true)
		expect(await verifyBackupFile(join(dataDir, 'second-chair.db'))).toContain('1 users')
	})

	test('requires a symlink if the service runs from a folder', async () => {
		const { link, update } = await setUpMachine()
		rmSync(link)
		mkdirSync(link)
		expect((await update()).stderr).toContain('must become a link')
	})
})
