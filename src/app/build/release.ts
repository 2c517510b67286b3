import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { availableFeatures } from '#src/lib/site/features.ts'
import { inlineScriptHashes, inlineStyleHashes, policyHashes } from '#src/platform/http/inline-hashes.ts'
import { filesBelow, hashFiles } from './inputs.ts'

export interface Release {
	readonly id: string
	readonly scriptHashes: readonly string[]
	readonly styleHashes: readonly string[]
	readonly inputs: string
	readonly snapshot: string
	readonly publicUrl: string
	/** Optional features that the pages link to; absent in builds of older versions. */
	readonly features?: readonly string[]
	readonly production: boolean
}

const releaseFile = (dist: string) => join(dist, 'release.json')

/** Reads the release in `dist`. Returns undefined if it is missing or incomplete. */
export async function readRelease(dist: string): Promise<Release | undefined> {
	try {
		return JSON.parse(await readFile(releaseFile(dist), 'utf8')) as Release
	} catch {
		return undefined
	}
}

/** Collects the hashes for one directive: those of Astro's rendered pages and those of the built pages. */
async function hashesOf(
	dist: string,
	pages: readonly string[],
	directive: 'script-src' | 'style-src',
	inline: (html: string) => string[],
): Promise<string[]> {
	const headers = join(dist, '_headers.json')
	const fromHeaders = existsSync(headers) ? policyHashes(await readFile(headers, 'utf8'), directive) : []
	const hashes = await Promise.all(
		pages.map(async (file) => inline(await readFile(join(dist, 'client', file), 'utf8'))),
	)
	return [...new Set([...fromHeaders, ...hashes.flat()])].sort()
}

/** Describes the build in `dist` and writes `release.json`. Call it before compressing. */
export async function writeRelease(
	dist: string,
	source: { inputs: string; snapshotFile: string; publicUrl: string; production: boolean },
): Promise<Release> {
	const client = join(dist, 'client')
	const files = await filesBelow(client)
	const pages = files.filter((name) => name.endsWith('.html'))
	const release: Release = {
		id: hashFiles(client, files).replaceAll(/[-_]/g, 'x').slice(0, 12),
		scriptHashes: await hashesOf(dist, pages, 'script-src', inlineScriptHashes),
		styleHashes: await hashesOf(dist, pages, 'style-src', inlineStyleHashes),
		inputs: source.inputs,
		snapshot: createHash('sha256')
			.update(await readFile(source.snapshotFile))
			.digest('base64url')
			.slice(0, 22),
		publicUrl: source.publicUrl,
		features: availableFeatures(),
		production: source.production,
	}
	await writeFile(releaseFile(dist), `${JSON.stringify(release, null, '\t')}\n`)
	return release
}
