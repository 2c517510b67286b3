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
import { isPast } from './names.ts'

const LEASE = 'backup'
/** Time after which another node may take over from a silent one, in milliseconds. */
const LEASE_MS = 5 * 60_000
/** Interval of the check for due backups, in milliseconds. */
const CHECK_MS = 10 * 60_000
/** Wait while another node makes a backup, in milliseconds. */
const OTHER_NODE_WAIT_MS = 30_000
/** Pause after the first failure, in milliseconds. It doubles with each further failure, up to `MAX_PAUSE_MS`. */
const FIRST_PAUSE_MS = 60_000
const MAX_PAUSE_MS = 3 * 3_600_000

/** The last good backup of the site, made by any node. */
export interface LastBackup {
	/** Start of the backup: its content dates from that moment. */
	at: Date
	/** Compressed size. */
	bytes: number
	/** Storage location and name. */
	where: string
}

let last: LastBackup | undefined

/** Returns the last good backup known to this node, without I/O. Undefined before the first check or if none exists. */
export const lastBackup = (): LastBackup | undefined => last

interface ScheduleOptions {
	settings?: BackupSettings
	storage?: Storage
	opened?: Database
	work?: string
	now?: () => number
	pauseMs?: (failures: number) => number
}

const pauseAfter = (failures: number) => Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), MAX_PAUSE_MS)

/** Holds a lease while `work` runs. @returns false if another node has it. */
async function withLease(work: () => Promise<void>): Promise<boolean> {
	const holder = newId()
	if (!(await takeLease(LEASE, holder, LEASE_MS))) return false
	const renewal = setInterval(() => {
		// A node that cannot renew its lease has lost the database, so its backup fails anyway.
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
 * Makes a backup whenever the last one is old enough, on one node only. A failure logs a warning and is retried
 * with backoff.
 * @returns a function that stops the schedule and aborts a running backup.
 */
export function startBackups(options: ScheduleOptions = {}): () => Promise<void> {
	const { settings = env().backups, now = Date.now, pauseMs = pauseAfter } = options
	const { everyMs, keep, site } = settings
	const { storage = backupStorage(settings), opened = database() } = options
	const work = options.work ?? join(env().dataDir, 'backup-work')
	if (everyMs === undefined) return async () => undefined
	let failures = 0

	const remember = ({ name, at, bytes }: StoredBackup) => {
		last = { at, bytes, where: `${storage.place}/${name}` }
	}

	/** Returns the milliseconds until the next backup is due. */
	async function check(signal: AbortSignal): Promise<number> {
		const { backups } = await listBackups(storage, site, signal)
		const newest = backups.find((backup) => isPast(backup, now()))
		if (!newest) return 0
		remember(newest)
		return Math.max(0, newest.at.getTime() + (everyMs ?? 0) - now())
	}

	async function make(signal: AbortSignal): Promise<void> {
		// Another node may have made a backup between the check and the lease.
		if ((await check(signal)) > 0) return
		const startedAt = performance.now()
		const backup = await makeBackup({ database: opened, storage, site, work, at: new Date(now()), signal })
		remember(backup)
		const { name, bytes } = backup
		const deleted = await pruneBackups({ storage, site, signal, now: now() }, keep)
		log.info({ name, bytes, deleted, ms: Math.round(performance.now() - startedAt) }, 'backup made')
	}

	const stop = runEvery({
		async work(signal) {
			const dueInMs = await check(signal)
			const isOtherNodeBusy = dueInMs === 0 && !(await withLease(() => make(signal)))
			failures = 0
			if (isOtherNodeBusy) return OTHER_NODE_WAIT_MS
			return Math.min(Math.max(dueInMs === 0 ? await check(signal) : dueInMs, 1_000), CHECK_MS)
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
