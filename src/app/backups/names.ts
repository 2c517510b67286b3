import type { Retention } from '#src/platform/env/env-backups.ts'
import { CLOCKS_MS } from '#src/platform/jobs/lease.ts'

export interface BackupRef {
	/** Common part of both file names: `.db.gz` is the database, `.json` the manifest, which is stored last. */
	name: string
	at: Date
}

/**
 * Returns whether a backup is not dated in the future. A clock that ran ahead may have made such a backup: it must not
 * delay the next one, and it is kept until its date has passed.
 */
export const isPast = ({ at }: Pick<BackupRef, 'at'>, now: number) => at.getTime() <= now + CLOCKS_MS

export const DATABASE = '.db.gz'
export const MANIFEST = '.json'

export const prefixFor = (site: string) => `second-chair-${site}-`

export const backupName = (site: string, at: Date) =>
	`${prefixFor(site)}${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`

const TIME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/

/** Parses the name of a backup file. Returns undefined unless the name matches our pattern exactly. */
export function parseBackupName(site: string, file: string): BackupRef | undefined {
	const suffix = [DATABASE, MANIFEST].find((each) => file.endsWith(each))
	if (suffix === undefined || !file.startsWith(prefixFor(site))) return undefined
	const name = file.slice(0, -suffix.length)
	const [, day, hours, minutes, seconds] = TIME.exec(name.slice(prefixFor(site).length)) ?? []
	const at = new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
	return Number.isNaN(at.getTime()) ? undefined : { name, at }
}

/** Returns the number of the week that contains `day`, a day number (UTC). Weeks start on Monday. */
const weekOf = (day: number) => Math.floor((day + 3) / 7)
const HOUR_MS = 3_600_000

const PERIODS = {
	hours: (at: Date) => Math.floor(at.getTime() / HOUR_MS),
	days: (at: Date) => Math.floor(at.getTime() / (24 * HOUR_MS)),
	weeks: (at: Date) => weekOf(Math.floor(at.getTime() / (24 * HOUR_MS))),
}

/**
 * Selects the backups to keep: the newest of each of the last hours, days and weeks that have one. Periods without
 * a backup do not count, so a long gap does not delete everything. The newest backup always stays.
 */
export function backupsToKeep(backups: readonly BackupRef[], keep: Retention): Set<string> {
	const newestFirst = backups.toSorted((one, other) => other.at.getTime() - one.at.getTime())
	const kept = new Set(newestFirst.slice(0, 1).map(({ name }) => name))
	for (const [unit, periodOf] of Object.entries(PERIODS)) {
		const seen = new Set<number>()
		for (const { name, at } of newestFirst) {
			if (seen.has(periodOf(at))) continue
			if (seen.size >= keep[unit as keyof Retention]) break
			seen.add(periodOf(at))
			kept.add(name)
		}
	}
	return kept
}
