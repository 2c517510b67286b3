import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A backup that `npm run db:backup` made into the data folder. */
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

/** When the newest backup in the data folder was finished; undefined where there is none. */
export async function lastBackupAt(dataDir: string): Promise<Date | undefined> {
	return (await backupsIn(dataDir, () => true))[0]?.at
}

/** The newest that was made by hand. What a restore saved before it replaced it is none: it would undo that restore. */
export const lastBackupByHand = async (dataDir: string): Promise<BackupByHand | undefined> =>
	(await backupsIn(dataDir, (name) => !name.startsWith('before-restore-')))[0]
