import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { databaseFileOf } from '#db/address.ts'
import { publicPlans } from '#src/lib/dues/public-plans.ts'
import { availableFeatures } from '#src/lib/site/features.ts'
import { site } from '#src/lib/site/site.ts'
import { env } from '#src/platform/env/env.ts'
import type { StaticStore } from '#src/platform/http/files/static-store.ts'
import type { Release } from '../build/release.ts'
import { isManagedPath } from '../public-pages/all.ts'
import { putPage } from './page-file.ts'
import type { SiteFolder } from './site-folder.ts'

const folderMark = z.object({
	release: z.string(),
	publicUrl: z.string(),
	source: z.string(),
	features: z.array(z.string()),
	scriptHashes: z.array(z.string()),
	styleHashes: z.array(z.string()),
})

type FolderMark = z.infer<typeof folderMark>

/** Returns whether these features match those enabled now: otherwise the pages have wrong links. */
export const haveFeaturesOf = (features: readonly string[] | undefined) =>
	features?.join() === availableFeatures().join()

/** What a build's pages need from the server, such as script and style hashes in the policy. */
export type PageNeeds = Pick<Release, 'id' | 'inputs' | 'scriptHashes' | 'styleHashes' | 'features'>

/** Identifies the database and the settings that select content. Contains no password. */
function sourceOf(): string {
	const { databaseUrl, podcastFeedUrl, production } = env()
	const isFile = databaseFileOf(databaseUrl) !== undefined
	const { protocol, host, pathname } = isFile ? { protocol: databaseUrl, host: '', pathname: '' } : new URL(databaseUrl)
	const facts = JSON.stringify([protocol, host, pathname, podcastFeedUrl ?? null, production])
	return createHash('sha256').update(facts).digest('base64url').slice(0, 22)
}

/** Identifies everything that determines a page's bytes except its content: the build, all settings and the plans. */
export function pagesMadeBy({ id, inputs }: PageNeeds): string {
	const { publicUrl, videoFrameHosts } = env()
	return JSON.stringify([
		id,
		inputs,
		publicUrl,
		sourceOf(),
		videoFrameHosts,
		availableFeatures(),
		process.version,
		site(),
		publicPlans(),
	])
}

export const folderStamp = ({ id, scriptHashes, styleHashes }: PageNeeds): string => {
	const { publicUrl } = env()
	const mark: FolderMark = {
		release: id,
		publicUrl,
		source: sourceOf(),
		features: [...availableFeatures()],
		scriptHashes: [...scriptHashes],
		styleHashes: [...styleHashes],
	}
	return JSON.stringify(mark)
}

function readMark(stamp: string): FolderMark | undefined {
	try {
		return folderMark.parse(JSON.parse(stamp))
	} catch {
		// Missing, or written by an older release.
		return undefined
	}
}

/** Cached pages with their needs: inline scripts need their hashes in the policy, and styles need their assets. */
export interface PageCache {
	readonly count: number
	readonly scriptHashes: readonly string[]
	readonly styleHashes: readonly string[]
}

/**
 * Puts the pages that this node last published into the store, without the database (docs/decisions/023). Includes
 * pages of an older release while its assets are kept. Skips pages from another database, for another address, or
 * with links to disabled features.
 */
export async function servePageCache(
	store: StaticStore,
	folder: SiteFolder,
	options: { dataDir: string; release: string },
): Promise<PageCache> {
	const none = { count: 0, scriptHashes: [], styleHashes: [] }
	const mark = readMark(await folder.stamp())
	if (!mark || mark.publicUrl !== env().publicUrl || mark.source !== sourceOf()) return none
	if (!haveFeaturesOf(mark.features)) return none
	const hasAssets = mark.release === options.release || existsSync(join(options.dataDir, 'assets', mark.release))
	if (!hasAssets) return none
	let count = 0
	for (const path of (await folder.paths()).filter(isManagedPath)) {
		const page = await folder.read(path)
		if (!page) continue
		putPage(store, folder, path, page)
		count++
	}
	return { count, scriptHashes: mark.scriptHashes, styleHashes: mark.styleHashes }
}
