import { join } from 'node:path'
import { type Database, database } from '#db/client.ts'
import { newId } from '#src/lib/ids.ts'
import { env } from '#src/platform/env/env.ts'
import type { BackupSettings } from '#src/platform/env/env-backups.ts'
import { releaseLease, takeLease } from '#src/platform/jobs/lease.ts'
import { runEvery } from '#src/platform/jobs/run-every.ts'
import { log, withoutStatementValues } from '#src/platform/log.ts'
import type { Storage } from '#src/platform/storage/storage.ts'
import { backupStorage, listBackups, makeBackup, pruneBackups, type StoredBackup } from './make.ts'

const LEASE = 'backup'
/** How long the node that makes a backup may be silent before another may, in milliseconds. */
const LEASE_MS = 5 * 60_000
/** How often a node looks whether a backup is due, and whether another node has made it, in milliseconds. */
const LOOK_MS = 10 * 60_000
/** How long a node waits for another that makes one, before it looks again, in milliseconds. */
const ELSEWHERE_MS = 30_000
/** After the first failure, in milliseconds; each further one doubles it, up to the last. */
const FIRST_PAUSE_MS = 60_000
const LAST_PAUSE_MS = 3 * 3_600_000

/** The last good backup of the site, by whichever node. */
export interface LastBackup {
	/** When it was begun: what it holds is of that moment. */
	at: Date
	/** Compressed. */
	bytes: number
	/** The place and its name. */
	where: string
}

let last: LastBackup | undefined

/** The last good backup that this node knows of: asks nobody. Undefined before the first look, or where there is none. */
export const lastBackup = (): LastBackup | undefined => last

interface Scheduled {
	settings?: BackupSettings
	storage?: Storage
	opened?: Database
	work?: string
	now?: () => number
	pauseMs?: (failures: number) => number
}

const pauseAfter = (failures: number) => Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LAST_PAUSE_MS)

/** Keeps a lease as long as `work` runs. @returns false where another node has it. */
async function withLease(work: () => Promise<void>): Promise<boolean> {
	const holder = newId()
	if (!(await takeLease(LEASE, holder, LEASE_MS))) return false
	const renewal = setInterval(() => {
		// Whoever cannot renew it is away from the database, and its backup fails by itself.
		takeLease(LEASE, holder, LEASE_MS).catch(() => undefined)
	}, LEASE_MS / 3).unref()
	try {
		await work()
	} finally {
		clearInterval(renewal)
		await releaseLease(LEASE, holder).catch(() => undefined)
	}
	return true
}

/**
 * Makes a backup whenever the last one is old enough. Of several nodes one does it; a failure is a warning in the log
 * and is tried again after growing pauses.
 * @returns a function that stops it, and what runs.
 */
export function startBackups(options: Scheduled = {}): () => Promise<void> {
	const { settings = env().backups, now = Date.now, pauseMs = pauseAfter } = options
	const { everyMs, keep, site } = settings
	const { storage = backupStorage(settings), opened = database() } = options
	const work = options.work ?? join(env().dataDir, 'backup-work')
	if (everyMs === undefined) return async () => undefined
	let failures = 0

	const remember = ({ name, at, bytes }: StoredBackup) => {
		last = { at, bytes, where: `${storage.place}/${name}` }
	}

	/** Milliseconds until the next one is due. */
	async function check(signal: AbortSignal): Promise<number> {
		const [newest] = (await listBackups(storage, site, signal)).backups
		if (!newest) return 0
		remember(newest)
		return Math.max(0, newest.at.getTime() + (everyMs ?? 0) - now())
	}

	async function make(signal: AbortSignal): Promise<void> {
		// Another node may have made it between the look and the lease.
		if ((await check(signal)) > 0) return
		const started = performance.now()
		const made = await makeBackup({ database: opened, storage, site, work, at: new Date(now()), signal })
		remember(made)
		const { name, bytes } = made
		const deleted = await pruneBackups({ storage, site, signal, now: now() }, keep)
		log.info({ name, bytes, deleted, ms: Math.round(performance.now() - started) }, 'backup made')
	}

	const stop = runEvery({
		async work(signal) {
			const due = await check(signal)
			const isElsewhere = due === 0 && !(await withLease(() => make(signal)))
			failures = 0
			if (isElsewhere) return ELSEWHERE_MS
			return Math.min(Math.max(due === 0 ? await check(signal) : due, 1_000), LOOK_MS)
		},
		failed(error) {
			failures++
			const reason = withoutStatementValues(error instanceof Error ? error.message : String(error))
			log.warn({ reason, failures, last: last?.at }, 'backup failed')
			return pauseMs(failures)
		},
	})
	return async () => {
		await stop()
		last = undefined
	}
}
