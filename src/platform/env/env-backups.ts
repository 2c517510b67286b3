import { join, resolve } from 'node:path'
import * as z from 'zod'

const optional = <T extends z.ZodType>(schema: T) =>
	z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

/** Backup retention: keeps the newest backup of each of the last hours, days and weeks that have one. */
export interface Retention {
	hours: number
	days: number
	weeks: number
}

const UNITS = { h: 'hours', d: 'days', w: 'weeks' } as const
const KEEP = /^\s*\d{1,4}[hdw](\s+\d{1,4}[hdw])*\s*$/

function retentionOf(text: string): Retention {
	const retention: Retention = { hours: 0, days: 0, weeks: 0 }
	for (const [, count, unit] of text.matchAll(/(\d+)([hdw])/g))
		retention[UNITS[unit as keyof typeof UNITS]] = Number(count)
	return retention
}

export const storageTarget = optional(
	z.string().regex(/^(?!s3:)|^s3:\/\/[a-z\d][a-z\d.-]{1,61}[a-z\d](\/[^?#]*)?$/, 'Use a folder, or s3://BUCKET/PREFIX'),
)

export const backupSettings = {
	BACKUP_EVERY: optional(z.coerce.number('Use a number of hours').min(1).max(720)),
	BACKUP_KEEP: optional(z.string().regex(KEEP, 'Use numbers with h, d or w, such as 24h 7d 4w')).transform((text) =>
		retentionOf(text ?? '24h 7d 4w'),
	),
	BACKUP_TO: storageTarget,
	S3_ENDPOINT: optional(
		z.url({ protocol: /^https?$/, error: 'Use a full URL such as https://s3.eu-central-1.amazonaws.com' }),
	),
	S3_REGION: optional(z.string()),
	S3_ACCESS_KEY_ID: optional(z.string()),
	S3_SECRET_ACCESS_KEY: optional(z.string()),
}

const schema = z.object(backupSettings)

export interface BackupSettings {
	/** Interval in milliseconds. Undefined: no scheduled backups. */
	everyMs: number | undefined
	keep: Retention
	/** The site's name in backup names, so that sites do not delete each other's backups. */
	site: string
	to: StorageTarget
}

/** A setting that another setting requires is missing. `env.ts` converts this error to a `SettingsError`. */
export class BackupSettingsError extends Error {
	override name = 'BackupSettingsError'
}

export type StorageTarget =
	| { folder: string }
	| { endpoint: string; region: string; bucket: string; prefix: string; accessKeyId: string; secretAccessKey: string }

type KeySettings = Pick<
	z.output<typeof schema>,
	'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>

/**
 * Returns the storage location of a setting.
 * @param name name of the setting.
 * @param defaultFolder folder to use if the setting is missing.
 * @throws {BackupSettingsError}
 */
export function storageTargetOf(
	target: string | undefined,
	name: string,
	defaultFolder: string,
	values: KeySettings,
): StorageTarget {
	if (!target?.startsWith('s3://')) return { folder: target === undefined ? defaultFolder : resolve(target) }
	const [bucket = '', ...path] = target.slice('s3://'.length).split('/')
	const {
		S3_REGION: region = 'us-east-1',
		S3_ACCESS_KEY_ID: accessKeyId,
		S3_SECRET_ACCESS_KEY: secretAccessKey,
	} = values
	if (!accessKeyId || !secretAccessKey)
		throw new BackupSettingsError(`S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: set both for a ${name} of s3://`)
	const endpoint = values.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`
	return { endpoint, region, bucket, prefix: path.filter(Boolean).join('/'), accessKeyId, secretAccessKey }
}

/** Checks the backup settings. @throws {BackupSettingsError} */
export function backupsOf(
	values: z.output<typeof schema>,
	{ dataDir, publicUrl }: { dataDir: string; publicUrl: string },
): BackupSettings {
	const { BACKUP_EVERY: hours, BACKUP_KEEP: keep, BACKUP_TO: place } = values
	const everyMs = hours === undefined ? undefined : hours * 3_600_000
	const site = new URL(publicUrl).host.replaceAll(/[^a-z\d.]/g, '-')
	return { everyMs, keep, site, to: storageTargetOf(place, 'BACKUP_TO', join(dataDir, 'backups'), values) }
}
