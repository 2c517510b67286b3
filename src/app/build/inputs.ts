import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'

const FOLDERS = ['src', 'public', 'db', 'packages']
const FILES = ['astro.config.mjs', 'tailwind.config.mjs', 'tsconfig.json', 'package.json', 'package-lock.json']
/** What no build reads. */
const IGNORED = /\.(test\.tsx?|md)$|(^|\/)\./

/** Every file below `folder`, as paths relative to it, sorted. */
export async function filesBelow(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true })
	return entries
		.filter((entry) => entry.isFile())
		.map((entry) => relative(folder, join(entry.parentPath, entry.name)))
		.sort()
}

/**
 * A hash over names and contents of `files` below `root`. One after the other, and nothing else meanwhile: 1,600 small
 * files take 0.08 s so, and 0.4 s where each is waited for. Only builds and starts ask.
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
 * A hash over all that a build is made from but the content snapshot. While it stays the same `npm start` keeps the
 * build: what the content changes the publisher renders, and another PUBLIC_URL is put in while loading.
 */
export async function hashInputs(root: string): Promise<string> {
	const files = await Promise.all(
		FOLDERS.map(async (folder) => (await filesBelow(join(root, folder))).map((file) => `${folder}/${file}`)),
	)
	return hashFiles(root, [...files.flat().filter((file) => !IGNORED.test(file)), ...FILES])
}
