import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'

const FOLDERS = ['src', 'public', 'db', 'packages']
const FILES = ['astro.config.mjs', 'tailwind.config.mjs', 'tsconfig.json', 'package.json', 'package-lock.json']
const IGNORED = /\.(test\.tsx?|md)$|(^|\/)\./

export async function filesBelow(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true })
	return entries
		.filter((entry) => entry.isFile())
		.map((entry) => relative(folder, join(entry.parentPath, entry.name)))
		.sort()
}

/**
 * Hashes names and contents of `files` below `root`. Synchronous: 1,600 small files take 0.08 s, against 0.4 s with
 * async reads. Only builds and starts call it.
 */
export function hashFiles(root: string, files: readonly string[]): string {
	const hash = createHash('sha256')
	for (const file of files) {
		const bytes = readFileSync(join(root, file))
		hash.update(`${file}\0${bytes.length}\0`).update(bytes)
	}
	return hash.digest('base64url').slice(0, 22)
}

/**
 * Hashes all inputs of a build except the content snapshot. `npm start` keeps the build while this is unchanged:
 * the publisher renders content changes, and a new PUBLIC_URL is inserted while loading.
 */
export async function hashInputs(root: string): Promise<string> {
	const files = await Promise.all(
		FOLDERS.map(async (folder) => (await filesBelow(join(root, folder))).map((file) => `${folder}/${file}`)),
	)
	return hashFiles(root, [...files.flat().filter((file) => !IGNORED.test(file)), ...FILES])
}
