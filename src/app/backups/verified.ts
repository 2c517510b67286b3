import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

// A file, since `npm run db:verify` may not open the database, which the running server has.
const markIn = (dataDir: string) => join(dataDir, 'backup-verified')

/** Remembers that a backup of this club was restored on trial, and that nothing was wrong with it. */
export async function markVerified(dataDir: string): Promise<void> {
	await mkdir(dataDir, { recursive: true, mode: 0o700 })
	await writeFile(markIn(dataDir), `${new Date().toISOString()}\n`)
}

/** When one was last restored on trial on this machine; undefined if never. */
export async function lastVerifiedAt(dataDir: string): Promise<Date | undefined> {
	return (await stat(markIn(dataDir)).catch(() => undefined))?.mtime
}
