import { lastBackup } from '#src/app/backups/schedule.ts'
import { lastBackupAt } from '#src/app/last-backup.ts'
import { env } from '#src/platform/env/env.ts'

/** Age from which a backup is too old, in milliseconds. */
export const TOO_OLD_MS = 7 * 86_400_000

/** Returns the date of the newest backup known to this node: scheduled, or made by hand in the data folder. */
export async function newestBackupAt(): Promise<Date | undefined> {
	const manual = await lastBackupAt(env().dataDir)
	const scheduled = lastBackup()?.at
	return [manual, scheduled].filter((at) => at !== undefined).sort((a, b) => b.getTime() - a.getTime())[0]
}
