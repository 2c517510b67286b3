import { lastBackup } from '#src/app/backups/schedule.ts'
import { lastBackupAt } from '#src/app/last-backup.ts'
import { env } from '#src/platform/env/env.ts'

/** Age from which a backup no longer counts, in milliseconds. */
export const OLD_MS = 7 * 86_400_000

/** Returns the date of the newest backup this server knows of: scheduled, or made by hand into the data folder. */
export async function newestBackupAt(): Promise<Date | undefined> {
	const byHand = await lastBackupAt(env().dataDir)
	const scheduled = lastBackup()?.at
	return [byHand, scheduled].filter((at) => at !== undefined).sort((a, b) => b.getTime() - a.getTime())[0]
}
