import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A backup in the data folder, made by `npm run db:backup` or saved by a restore. */
export interface LocalBackup {
	file: string
	at: Date
}

async function backupsIn(dataDir: string, isWanted: (name: string) => boolean): Promise<LocalBackup[]> {
	const folder = join(dataDir, 'backups')
	const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.db') && isWanted(name))
	const backups = await Promise.all(
		names.map(async (name) => ({ file: join(folder, name), at: (await stat(join(folder, name))).mtime })),
	)
	return backups.toSorted((a, b) => b.at.getTime() - a.at.getTime())
}

/** Returns the backups made by hand and those saved by a restore, newest first. */
export const localBackups = (dataDir: string) => backupsIn(dataDir, () => true)

export async function lastBackupAt(dataDir: string): Promise<Date | undefined> {
	return (await localBackups(dataDir))[0]?.at
}

/** Returns the newest backup made by hand. Skips those saved by a restore: they would undo it. */
export const lastManualBackup = async (dataDir: string): Promise<LocalBackup | undefined> =>
	(await backupsIn(dataDir, (name) => !name.startsWith('before-restore-')))[0]
