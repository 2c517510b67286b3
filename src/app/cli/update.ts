import { execFile, spawn } from 'node:child_process'
import {
	chownSync,
	cpSync,
	existsSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	realpathSync,
	renameSync,
	rmSync,
	symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { env } from '#src/platform/env/env.ts'
import { projectRoot } from '../build/paths.ts'
import { type Command, say } from './commands.ts'
import { localUrl } from './doctor.ts'
import { type SystemUser, serviceUser } from './service-user.ts'

const run = promisify(execFile)

/** Name of the systemd unit in deploy/systemd. */
const SERVICE = 'second-chair'
/** Time for the new release to become ready, in milliseconds. Large clubs take a while to migrate. */
const START_TIMEOUT_MS = 5 * 60_000

async function systemctl(...args: string[]): Promise<string> {
	try {
		return (await run('systemctl', args)).stdout.trim()
	} catch (error) {
		throw new Error(`systemctl ${args.join(' ')} failed. Run the update as root. ${(error as Error).message}`)
	}
}

/**
 * Returns the symbolic link that the service runs from.
 * @throws if it runs from a folder: replacing packages under a running server breaks it.
 */
async function serviceLink(): Promise<string> {
	const link = await systemctl('show', '--property', 'WorkingDirectory', '--value', SERVICE)
	if (!link) throw new Error(`There is no unit ${SERVICE}. Install it first: docs/install.md`)
	if (lstatSync(link).isSymbolicLink()) return link
	throw new Error(
		`${link} is a folder and must become a link, once: systemctl stop ${SERVICE} && mv ${link} ${link}-1 && ` +
			`ln -s ${link}-1 ${link} && cd ${link}-1 && npm run build && systemctl start ${SERVICE}`,
	)
}

/** Returns the folder of the next release: `/srv/second-chair-3` after `-2`. */
function nextFolder(link: string): string {
	const prefix = `${basename(link)}-`
	const numbers = readdirSync(dirname(link)).flatMap((name) => {
		const number = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN
		return Number.isInteger(number) ? number : []
	})
	return `${link}-${Math.max(0, ...numbers) + 1}`
}

/** Runs programs as the service's user, with a home folder that is removed afterwards. */
interface Runner {
	/** Announces and runs a program, and shows its output. @throws if it fails. */
	step(what: string, folder: string, ...words: string[]): Promise<void>
	discard(): void
}

function runner(user: SystemUser | undefined): Runner {
	const home = mkdtempSync(join(tmpdir(), 'second-chair-update-'))
	if (user) chownSync(home, user.uid, user.gid)
	return {
		step(what, cwd, program = '', ...words) {
			say(what)
			const env = { ...process.env, HOME: home, npm_config_cache: join(home, 'npm') }
			const child = spawn(program, words, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'], ...user })
			return new Promise((resolve, reject) => {
				child.once('error', reject)
				child.once('exit', (code) =>
					code === 0 ? resolve() : reject(new Error(`${[program, ...words].join(' ')} ended with ${code}.`)),
				)
			})
		},
		discard: () => rmSync(home, { recursive: true, force: true }),
	}
}

/** Downloads a version into a new folder and builds it there while the old version keeps running. */
async function install({ step }: Runner, source: string, folder: string, previous: string): Promise<void> {
	try {
		await step('Downloading', folder, 'git', 'clone', '--quiet', '--depth', '1', source, '.')
		const settings = join(previous, '.env')
		if (existsSync(settings)) cpSync(settings, join(folder, '.env'), { verbatimSymlinks: true })
		await step('Installing packages', folder, 'npm', 'ci', '--omit=dev', '--no-fund', '--no-audit')
		await step('Building', folder, 'npm', 'run', 'build')
	} catch (error) {
		rmSync(folder, { recursive: true, force: true })
		throw new Error(`${(error as Error).message} Nothing was changed: ${previous} runs.`)
	}
}

/** Points the link at a folder, atomically. */
function pointTo(link: string, folder: string): void {
	rmSync(`${link}.next`, { force: true })
	symlinkSync(folder, `${link}.next`)
	renameSync(`${link}.next`, link)
}

/** Waits until the server of this machine is ready. Returns false if it fails, or after `START_MS`. */
async function waitUntilReady(): Promise<boolean> {
	const end = Date.now() + START_TIMEOUT_MS
	while (Date.now() < end) {
		const response = await fetch(`${localUrl()}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
		if (response?.ok) return true
		const hasFailed = systemctl('is-failed', '--quiet', SERVICE).then(
			() => true,
			() => false,
		)
		if (await hasFailed) return false
		await wait(500)
	}
	return false
}

/** Stops the server, saves the database, switches and starts. Rolls back if the new version does not become ready. */
async function switchTo({ step }: Runner, folder: string, { link, previous }: { link: string; previous: string }) {
	const backupFile = join(env().dataDir, 'backups', `before-${basename(folder)}-${Date.now()}.db`)
	const clubCommand = ['npm', 'run', '--silent', 'club', '--'] as const
	// Stop the server before saving, so that a rollback loses nothing that members wrote.
	await systemctl('stop', SERVICE)
	try {
		await step('Saving the database', previous, ...clubCommand, 'backup', backupFile)
	} catch (error) {
		await systemctl('start', SERVICE)
		throw new Error(`${(error as Error).message} Nothing was changed: ${previous} runs again.`)
	}
	pointTo(link, folder)
	say('Starting the new version')
	await systemctl('start', SERVICE).catch(() => undefined)
	if (await waitUntilReady()) return
	await systemctl('stop', SERVICE)
	pointTo(link, previous)
	// The new version may have migrated the database.
	await step('Restoring the database', previous, ...clubCommand, 'restore', backupFile, '--replace')
	await systemctl('start', SERVICE)
	throw new Error(
		`The new version did not start. ${previous} runs again, with its database. See: journalctl -u ${SERVICE}`,
	)
}

/** Installs the newest version beside the running one, and switches to it. */
export const update: Command = async (argument) => {
	const user = serviceUser()
	const link = await serviceLink()
	const previous = realpathSync(link)
	const originArgs = ['config', '--get', 'remote.origin.url']
	const source = argument ?? (await run('git', originArgs, { cwd: projectRoot, ...user })).stdout.trim()
	const folder = nextFolder(link)
	mkdirSync(folder, { mode: 0o755 })
	if (user) chownSync(folder, user.uid, user.gid)
	const tools = runner(user)
	try {
		await install(tools, source, folder, previous)
		await switchTo(tools, folder, { link, previous })
	} finally {
		tools.discard()
	}
	return `Updated: ${link} is now ${folder}. The previous version stays in ${previous}.`
}
