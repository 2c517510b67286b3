import { lastBackup } from '#src/app/backups/schedule.ts'
import { lastBackupAt } from '#src/app/last-backup.ts'
import { env } from '#src/platform/env/env.ts'

/** A backup that is older does not count as one any more, in milliseconds. */
export const OLD_MS = 7 * 86_400_000

/** When the newest backup was made that this server knows of: by its schedule, or by hand into the data folder. */
export async function newestBackupAt(): Promise<Date | undefined> {
	const byHand = await lastBackupAt(env().dataDir)
	const scheduled = lastBackup()?.at
	return [byHand, scheduled].filter((at) => at !== undefined).sort((a, b) => b.getTime() - a.getTime())[0]
}
