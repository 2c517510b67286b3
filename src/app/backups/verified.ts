import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

// The result is stored in a file, because `npm run db:verify` cannot open the database of a running server.
const markerFile = (dataDir: string) => join(dataDir, 'backup-verified')

export async function markVerified(dataDir: string): Promise<void> {
	await mkdir(dataDir, { recursive: true, mode: 0o700 })
	await writeFile(markerFile(dataDir), `${new Date().toISOString()}\n`)
}

export async function lastVerifiedAt(dataDir: string): Promise<Date | undefined> {
	return (await stat(markerFile(dataDir)).catch(() => undefined))?.mtime
}
