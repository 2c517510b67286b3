import { readFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SnapshotFiles } from '../public-pages/kind.ts'

/** The folder beside a snapshot file that holds one file per page of a kind. */
const folderOf = (snapshotFile: string, key: string) => snapshotFile.replace(/\.json$/, `-${key}`)
const fileOf = (folder: string, id: string) => join(folder, `${encodeURIComponent(id)}.json`)

async function writeOne(folder: string, id: string, data: unknown): Promise<void> {
	const file = fileOf(folder, id)
	await writeFile(`${file}.new`, JSON.stringify(data))
	await rename(`${file}.new`, file)
}

/** Writes these, and nothing else, beside `snapshotFile`. */
export async function writeFiles(
	snapshotFile: string,
	key: string,
	all: ReadonlyArray<{ id: string; data: unknown }>,
): Promise<void> {
	const folder = folderOf(snapshotFile, key)
	await rm(folder, { recursive: true, force: true })
	await mkdir(folder, { recursive: true, mode: 0o700 })
	for (const { id, data } of all) await writeOne(folder, id, data)
}

/** Versions of what lies in a folder, as this process wrote it. Unknown after a start: then all is written once. */
const written = new Map<string, string>()

/** Brings the folder beside `snapshotFile` up to the database: writes what changed, removes what is gone. */
export async function exportFiles(snapshotFile: string, files: SnapshotFiles<unknown>): Promise<void> {
	const folder = folderOf(snapshotFile, files.key)
	await mkdir(folder, { recursive: true, mode: 0o700 })
	const versions = new Map((await files.versions()).map(({ id, version }) => [id, version]))
	for (const [id, version] of versions) {
		if (written.get(fileOf(folder, id)) === version) continue
		const data = await files.current(id)
		if (data === undefined) continue
		await writeOne(folder, id, data)
		// What was read may be newer than `version`: it is then written once more.
		written.set(fileOf(folder, id), version)
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
		// Unpublished while the snapshot was being written: the list is a moment older than the files.
		return undefined
	}
}

/** What the files of these ids hold. */
export function readFiles<Data>(snapshotFile: string, key: string, ids: readonly string[]) {
	const folder = folderOf(snapshotFile, key)
	return ids.flatMap((id) => {
		const data = readOne<Data>(fileOf(folder, id))
		return data === undefined ? [] : [{ id, data }]
	})
}
