import { readFileSync } from 'node:fs'
import { mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PodcastPage } from '#src/features/podcast/contract.ts'
import { demoHomePodcast } from '#src/features/podcast/server/service.ts'
import { homeData } from './pages.ts'

/** All that public pages show: what the build pre-renders them from, without opening the database. */
export interface Snapshot {
	podcast: PodcastPage
}

/** Set by the build for its own process: the file that pages are pre-rendered from. */
export const SNAPSHOT_VARIABLE = 'CONTENT_SNAPSHOT'

const snapshotFile = (dataDir: string) => join(dataDir, 'snapshot.json')

async function writeAtomically(file: string, content: string): Promise<void> {
	await mkdir(dirname(file), { recursive: true })
	await writeFile(`${file}.new`, content)
	await rename(`${file}.new`, file)
}

const currentSnapshot = async (): Promise<Snapshot> => ({ podcast: await homeData() })

/** Writes the snapshot beside the database. Only the process that owns the database can. */
export async function exportSnapshot(dataDir: string): Promise<void> {
	await writeAtomically(snapshotFile(dataDir), JSON.stringify(await currentSnapshot()))
}

/**
 * The snapshot file for a build: the server's last export, or the demonstration content where there is none yet.
 * @returns its path.
 */
export async function prepareSnapshot(dataDir: string): Promise<string> {
	const file = snapshotFile(dataDir)
	const exists = await stat(file).catch(() => undefined)
	if (exists) return file
	const demo = join(dataDir, 'snapshot.demo.json')
	await writeAtomically(demo, JSON.stringify({ podcast: await demoHomePodcast() } satisfies Snapshot))
	return demo
}

/** What a page is pre-rendered from: the build's file, or in development the database itself. */
export async function snapshot(): Promise<Snapshot> {
	const file = process.env[SNAPSHOT_VARIABLE]
	return file ? (JSON.parse(readFileSync(file, 'utf8')) as Snapshot) : currentSnapshot()
}
