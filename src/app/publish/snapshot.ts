import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { env } from '#src/platform/env/env.ts'
import { kinds } from '../public-pages/all.ts'
import { loadSettings } from '../public-pages/club.ts'
import type { SnapshotContent, SnapshotFiles } from '../public-pages/kind.ts'
import { loadPlans } from '../public-pages/plans.ts'

const contents = kinds.map((kind) => kind.content).filter((content) => content !== undefined)
const fileSets = kinds.map((kind) => kind.files).filter((files) => files !== undefined)

/** All content of public pages by key. The build pre-renders from it without opening the database. */
export type Snapshot = Record<string, unknown>

/** Variable that a build sets for its own process: the path of its snapshot file. */
export const SNAPSHOT_VARIABLE = 'CONTENT_SNAPSHOT'

const snapshotFile = (dataDir: string) => join(dataDir, 'snapshot.json')

async function collect(take: (content: SnapshotContent<unknown>) => Promise<unknown>): Promise<Snapshot> {
	return Object.fromEntries(
		await Promise.all(contents.map(async (content) => [content.key, await take(content)] as const)),
	)
}

const currentSnapshot = () => collect((content) => content.current())

async function writeAtomically(file: string, content: string): Promise<void> {
	await mkdir(dirname(file), { recursive: true, mode: 0o700 })
	// A unique name: concurrent writers must not share a file.
	const unfinished = `${file}.new-${randomUUID()}`
	try {
		await writeFile(unfinished, content)
		await rename(unfinished, file)
	} catch (error) {
		await rm(unfinished, { force: true })
		throw error
	}
}

/** Returns the folder next to a snapshot file with one file per page of a kind. */
const folderOf = (snapshotFile: string, key: string) => snapshotFile.replace(/\.json$/, `-${key}`)
const fileOf = (folder: string, id: string) => join(folder, `${encodeURIComponent(id)}.json`)

async function writeOne(folder: string, id: string, data: unknown): Promise<void> {
	const file = fileOf(folder, id)
	await writeFile(`${file}.new`, JSON.stringify(data))
	await rename(`${file}.new`, file)
}

async function writeFiles(
	snapshotFile: string,
	key: string,
	all: ReadonlyArray<{ id: string; data: unknown }>,
): Promise<void> {
	const folder = folderOf(snapshotFile, key)
	await rm(folder, { recursive: true, force: true })
	await mkdir(folder, { recursive: true, mode: 0o700 })
	for (const { id, data } of all) await writeOne(folder, id, data)
}

/** Number of files filled by one database read. */
const READ_BATCH = 16

/** Versions of the files written by this process. Empty after a start: the first export writes all. */
const written = new Map<string, string>()

/** Syncs the folder next to `snapshotFile` with the database: writes what changed, deletes what is gone. */
async function exportFiles(snapshotFile: string, files: SnapshotFiles<unknown>): Promise<void> {
	const folder = folderOf(snapshotFile, files.key)
	await mkdir(folder, { recursive: true, mode: 0o700 })
	const versions = new Map((await files.versions()).map(({ id, version }) => [id, version]))
	const changed = [...versions].filter(([id, version]) => written.get(fileOf(folder, id)) !== version)
	for (let start = 0; start < changed.length; start += READ_BATCH) {
		const group = changed.slice(start, start + READ_BATCH)
		const current = await files.current(group.map(([id]) => id))
		for (const [id, version] of group) {
			if (!current.has(id)) continue
			await writeOne(folder, id, current.get(id))
			// The data read may be newer than `version`; then the next export writes it again.
			written.set(fileOf(folder, id), version)
		}
	}
	for (const name of await readdir(folder)) {
		const id = decodeURIComponent(name.replace(/\.json(\.new)?$/, ''))
		if (!versions.has(id)) {
			await rm(join(folder, name), { force: true })
			written.delete(fileOf(folder, id))
		}
	}
}

function readOne<Data>(file: string): Data | undefined {
	try {
		return JSON.parse(readFileSync(file, 'utf8')) as Data
	} catch {
		// Unpublished while the snapshot was written: the list is slightly newer or older than the files.
		return undefined
	}
}

function readFiles<Data>(snapshotFile: string, key: string, ids: readonly string[]) {
	const folder = folderOf(snapshotFile, key)
	return ids.flatMap((id) => {
		const data = readOne<Data>(fileOf(folder, id))
		return data === undefined ? [] : [{ id, data }]
	})
}

let lastExport: Promise<void> = Promise.resolve()

/**
 * Writes the snapshot next to the database. Only the process that owns the database can do this. Overlapping exports
 * run one after another, so the file ends with the latest state.
 */
export function exportSnapshot(dataDir: string): Promise<void> {
	const file = snapshotFile(dataDir)
	const turn = lastExport.then(async () => {
		// Write the files first: a reader of the list must find all files it names.
		for (const files of fileSets) await exportFiles(file, files)
		await writeAtomically(file, JSON.stringify(await currentSnapshot()))
	})
	lastExport = turn.catch(() => undefined)
	return turn
}

const readKeys = (file: string): Snapshot =>
	z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, 'utf8')))

/**
 * Prepares the snapshot file for a build from the server's last export. Fills parts that are missing (no export yet,
 * or one of an older release) with demonstration content, or leaves them empty in production.
 * @returns its path.
 */
export async function prepareSnapshot(dataDir: string): Promise<string> {
	const file = snapshotFile(dataDir)
	let known: Snapshot = {}
	try {
		known = readKeys(file)
	} catch {
		// No export yet, or an incomplete one.
	}
	loadSettings(known)
	const missing = new Set<string>()
	const filled = await collect(async ({ key, schema, isUsable, demo, empty }) => {
		const parsed = schema.safeParse(known[key])
		if (parsed.success && (isUsable?.(parsed.data) ?? true)) return parsed.data
		missing.add(key)
		return env().production ? empty : demo()
	})
	if (missing.size === 0) return file
	const completed = join(dataDir, 'snapshot.build.json')
	for (const { key, idsIn, demo } of fileSets) {
		const isDemo = !env().production && missing.has(key)
		await writeFiles(completed, key, isDemo ? await demo() : readFiles(file, key, idsIn(filled[key])))
	}
	await writeAtomically(completed, JSON.stringify(filled))
	return completed
}

/**
 * Returns the content for pre-rendering: the build's file, or in development the database.
 * @throws if the file does not have the form that `prepareSnapshot` writes.
 */
export async function snapshot(): Promise<Snapshot> {
	const file = process.env[SNAPSHOT_VARIABLE]
	if (!file) return currentSnapshot()
	const known = readKeys(file)
	return collect(async ({ key, schema }) => schema.parse(known[key]))
}

let hasSettings = false

/** Loads settings and plans of the build's snapshot into memory, once, before the first page is rendered. */
export function takeSettingsOfBuild(): void {
	const file = process.env[SNAPSHOT_VARIABLE]
	if (!file || hasSettings) return
	const known = readKeys(file)
	loadSettings(known)
	loadPlans(known)
	hasSettings = true
}

export const snapshotOf = async <Content>({ key }: SnapshotContent<Content>): Promise<Content> =>
	(await snapshot())[key] as Content

export async function snapshotFilesOf<Data>(files: SnapshotFiles<Data>): Promise<Array<{ id: string; data: Data }>> {
	const ids = files.idsIn((await snapshot())[files.key])
	const file = process.env[SNAPSHOT_VARIABLE]
	if (file) return readFiles<Data>(file, files.key, ids)
	const current = await files.current(ids)
	return ids.flatMap((id) => {
		const data = current.get(id)
		return data === undefined ? [] : [{ id, data }]
	})
}
