import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A backup in the data folder, made by `npm run db:backup`. */
export interface BackupByHand {
	file: string
	at: Date
}

async function backupsIn(dataDir: string, isMeant: (name: string) => boolean): Promise<BackupByHand[]> {
	const folder = join(dataDir, 'backups')
	const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.db') && isMeant(name))
	const made = await Promise.all(
		names.map(async (name) => ({ file: join(folder, name), at: (await stat(join(folder, name))).mtime })),
	)
	return made.toSorted((one, other) => other.at.getTime() - one.at.getTime())
}

/** Returns the backups made by hand and those saved by a restore, newest first. */
export const backupsByHand = (dataDir: string) => backupsIn(dataDir, () => true)

export async function lastBackupAt(dataDir: string): Promise<Date | undefined> {
	return (await backupsByHand(dataDir))[0]?.at
}

/** Returns the newest backup made by hand. Skips those saved by a restore: they would undo it. */
export const lastBackupByHand = async (dataDir: string): Promise<BackupByHand | undefined> =>
	(await backupsIn(dataDir, (name) => !name.startsWith('before-restore-')))[0]
