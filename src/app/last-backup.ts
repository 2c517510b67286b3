import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** When the newest backup in the data folder was finished; undefined where there is none. */
export async function lastBackupAt(dataDir: string): Promise<Date | undefined> {
	const folder = join(dataDir, 'backups')
	const names = await readdir(folder).catch(() => [])
	const finished = names.filter((name) => name.endsWith('.db'))
	const times = await Promise.all(finished.map(async (name) => (await stat(join(folder, name))).mtimeMs))
	return times.length === 0 ? undefined : new Date(Math.max(...times))
}
