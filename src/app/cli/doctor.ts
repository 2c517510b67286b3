import { existsSync } from 'node:fs'
import { access, constants, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { formatDistanceToNowStrict } from 'date-fns'
import { formatNumber } from '#src/lib/text/format-number.ts'
import { env, SettingsError } from '#src/platform/env/env.ts'
import { checkMailServer } from '#src/platform/mail/deliver.ts'
import { distFolder } from '../build/paths.ts'
import { listAllBackups } from './backups.ts'
import { type Command, say } from './commands.ts'

type Result = ['ok' | 'look' | 'wrong', string]

/** A check that throws is reported as a fault of its subject. */
const CHECKS: Readonly<Record<string, () => Promise<Result>>> = {
	Program: async () =>
		existsSync(join(distFolder, 'release.json'))
			? ['ok', `Node ${process.versions.node}, built.`]
			: ['wrong', 'Not built. Run: npm run build'],
	'Data folder': checkDataFolder,
	Server: checkServer,
	Address: checkAddress,
	Proxy: checkProxy,
	Mail: checkMail,
	Backups: checkBackups,
	Password: async () =>
		env().admin
			? ['look', 'ADMIN_PASSWORD is in the settings. Change it after the first sign-in, and remove the line.']
			: ['ok', 'No password is in the settings.'],
}

const MB = 1024 * 1024

async function checkDataFolder(): Promise<Result> {
	const { dataDir } = env()
	try {
		await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
	} catch {
		return ['wrong', `${dataDir} is missing, or this user may not write to it.`]
	}
	const { bavail, bsize } = await statfs(dataDir)
	const free = `${dataDir}, ${formatNumber(Math.floor((bavail * bsize) / MB))} MB free.`
	if (bavail * bsize < 256 * MB) return ['wrong', `${free} Uploads stop below 256 MB; then nothing can be saved.`]
	return bavail * bsize < 2048 * MB ? ['look', `${free} An update needs about 1,500 MB.`] : ['ok', free]
}

/** Requests a URL. Returns the response, or the reason for the failure. */
async function tryFetch(url: string): Promise<Response | string> {
	try {
		return await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(10_000) })
	} catch (error) {
		const { cause, message } = error as Error & { cause?: { code?: string; message?: string } }
		return cause?.code ?? cause?.message ?? message
	}
}

/** Returns the URL of this machine's server. */
export const localUrl = () => `http://127.0.0.1:${env().port}`

async function checkServer(): Promise<Result> {
	const response = await tryFetch(`${localUrl()}/readyz`)
	if (typeof response === 'string')
		return [
			'wrong',
			`No answer on port ${env().port} (${response}). If it was just started, try again in a moment; if not, see: systemctl status second-chair`,
		]
	const { database, writes } = (await response.json()) as { database?: boolean; writes?: boolean }
	if (response.ok) return ['ok', 'Running. The database answers, and changes are saved.']
	if (database && !writes) return ['wrong', 'Running, but nothing can be saved. Is the disk full?']
	return ['wrong', database ? 'Running, and stopping.' : 'Running, but the database does not answer.']
}

async function checkAddress(): Promise<Result> {
	const { publicUrl } = env()
	const response = await tryFetch(`${publicUrl}/healthz`)
	if (typeof response === 'string')
		return ['wrong', `${publicUrl} does not answer (${response}). Check DNS, the firewall, and the proxy.`]
	if (!response.ok)
		return ['wrong', `${publicUrl} answers ${response.status}. Does the proxy forward to port ${env().port}?`]
	return publicUrl.startsWith('https:') ? ['ok', `${publicUrl} answers.`] : ['look', `${publicUrl} is not encrypted.`]
}

async function checkProxy(): Promise<Result> {
	const { publicUrl, trustProxyHops } = env()
	if (publicUrl.startsWith('https:') && trustProxyHops === 0)
		return ['wrong', 'TRUST_PROXY_HOPS is 0, so all visitors share one sign-in limit. Set it to the number of proxies.']
	const response = await tryFetch(`${publicUrl}/.node`)
	if (typeof response !== 'string' && response.status !== 404)
		return ['wrong', `${publicUrl}/.node answers ${response.status}. The proxy must answer it with 404.`]
	return ['ok', `Trusted proxies: ${trustProxyHops}.`]
}

async function checkMail(): Promise<Result> {
	const { smtpUrl, mailFrom } = env()
	if (!smtpUrl) return ['wrong', 'SMTP_URL is not set: invitations and password links cannot be sent.']
	const reason = await checkMailServer(smtpUrl)
	if (reason !== undefined) return ['wrong', `The mail server refuses: ${reason}`]
	return ['ok', `The mail server accepts the sign-in. Sender: ${mailFrom.address}`]
}

async function checkBackups(): Promise<Result> {
	const [newest] = await listAllBackups()
	const { backups, dataDir } = env()
	if (!newest) return ['wrong', 'There is no backup. Set BACKUP_EVERY=24, or run: npm run club -- backup']
	const age = `The newest is ${formatDistanceToNowStrict(newest.at)} old.`
	if (backups.everyMs === undefined) return ['look', `${age} BACKUP_EVERY is not set, so none is made on schedule.`]
	if (Date.now() - newest.at.getTime() > 2 * backups.everyMs) return ['wrong', `${age} One is overdue. See the log.`]
	return 'folder' in backups.to && backups.to.folder.startsWith(dataDir)
		? ['look', `${age} They are on the same disk as the database: set BACKUP_TO.`]
		: ['ok', age]
}

/** Checks the installation and prints one line per subject. @throws with the number of faults, if there are any. */
export const doctor: Command = async () => {
	try {
		env()
	} catch (error) {
		if (error instanceof SettingsError) throw new SettingsError(`The settings are wrong:\n${error.message}`)
		throw error
	}
	let faults = 0
	for (const [subject, check] of Object.entries(CHECKS)) {
		const [state, sentence] = await check().catch(
			(error: unknown): Result => ['wrong', error instanceof Error ? error.message : String(error)],
		)
		if (state === 'wrong') faults++
		say(`${state.padEnd(5)}  ${subject.padEnd(11)}  ${sentence}`)
	}
	if (faults > 0) throw new Error(faults === 1 ? 'One thing is wrong.' : `${faults} things are wrong.`)
	return 'Everything needed works.'
}
