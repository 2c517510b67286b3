import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filesBelow, hashFiles } from './inputs.ts'
import { inlineScriptHashes, policyScriptHashes } from './script-hashes.ts'

/** What is known of a build, kept with it as `release.json`. */
export interface Release {
	/** Hash over the files that visitors get. */
	readonly id: string
	/** Inline scripts of all pages, for the site's one Content-Security-Policy. */
	readonly scriptHashes: readonly string[]
	/** `hashInputs` of the checkout it was built from. */
	readonly inputs: string
	/** Hash of the content snapshot that the pages were rendered from. */
	readonly snapshot: string
	/** The public address that canonicals and links name. */
	readonly publicUrl: string
}

const releaseFile = (dist: string) => join(dist, 'release.json')

/** The release in `dist`; undefined when there is none, or it is not whole. */
export async function readRelease(dist: string): Promise<Release | undefined> {
	try {
		return JSON.parse(await readFile(releaseFile(dist), 'utf8')) as Release
	} catch {
		return undefined
	}
}

async function scriptHashesOf(dist: string, files: readonly string[]): Promise<string[]> {
	const headers = join(dist, '_headers.json')
	const hashes = new Set(existsSync(headers) ? policyScriptHashes(await readFile(headers, 'utf8')) : [])
	for (const file of files.filter((name) => name.endsWith('.html')))
		for (const hash of inlineScriptHashes(await readFile(join(dist, 'client', file), 'utf8'))) hashes.add(hash)
	return [...hashes].sort()
}

/** Describes the build in `dist` and writes the description beside it. Call it before compressing. */
export async function writeRelease(
	dist: string,
	source: { inputs: string; snapshotFile: string; publicUrl: string },
): Promise<Release> {
	const client = join(dist, 'client')
	const files = await filesBelow(client)
	const release: Release = {
		id: (await hashFiles(client, files)).replaceAll(/[-_]/g, 'x').slice(0, 12),
		scriptHashes: await scriptHashesOf(dist, files),
		inputs: source.inputs,
		snapshot: createHash('sha256')
			.update(await readFile(source.snapshotFile))
			.digest('base64url')
			.slice(0, 22),
		publicUrl: source.publicUrl,
	}
	await writeFile(releaseFile(dist), `${JSON.stringify(release, null, '\t')}\n`)
	return release
}
