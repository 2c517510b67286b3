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

const stampSchema = z.object({
	release: z.string(),
	publicUrl: z.string(),
	source: z.string(),
	features: z.array(z.string()),
	scriptHashes: z.array(z.string()),
	styleHashes: z.array(z.string()),
})

type FolderStamp = z.infer<typeof stampSchema>

/** Returns whether these features match those enabled now: otherwise the pages have wrong links. */
export const areFeaturesCurrent = (features: readonly string[] | undefined) =>
	features?.join() === availableFeatures().join()

/** What a build's pages need from the server, such as script and style hashes in the policy. */
export type PageNeeds = Pick<Release, 'id' | 'inputs' | 'scriptHashes' | 'styleHashes' | 'features'>

/** Identifies the database and the settings that select content. Contains no password. */
function sourceId(): string {
	const { databaseUrl, podcastFeedUrl, production } = env()
	const isFile = databaseFileOf(databaseUrl) !== undefined
	const { protocol, host, pathname } = isFile ? { protocol: databaseUrl, host: '', pathname: '' } : new URL(databaseUrl)
	const source = JSON.stringify([protocol, host, pathname, podcastFeedUrl ?? null, production])
	return createHash('sha256').update(source).digest('base64url').slice(0, 22)
}

/** Identifies everything that determines a page's bytes except its content: the build, all settings and the plans. */
export function renderFingerprint({ id, inputs }: PageNeeds): string {
	const { publicUrl, videoFrameHosts } = env()
	return JSON.stringify([
		id,
		inputs,
		publicUrl,
		sourceId(),
		videoFrameHosts,
		availableFeatures(),
		process.version,
		site(),
		publicPlans(),
	])
}

export const folderStamp = ({ id, scriptHashes, styleHashes }: PageNeeds): string => {
	const { publicUrl } = env()
	const stamp: FolderStamp = {
		release: id,
		publicUrl,
		source: sourceId(),
		features: [...availableFeatures()],
		scriptHashes: [...scriptHashes],
		styleHashes: [...styleHashes],
	}
	return JSON.stringify(stamp)
}

function parseStamp(text: string): FolderStamp | undefined {
	try {
		return stampSchema.parse(JSON.parse(text))
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
 * pages of an older release while its assets are kept. Skips pages from another database, for another URL, or
 * with links to disabled features.
 */
export async function servePageCache(
	store: StaticStore,
	folder: SiteFolder,
	options: { dataDir: string; release: string },
): Promise<PageCache> {
	const none = { count: 0, scriptHashes: [], styleHashes: [] }
	const stamp = parseStamp(await folder.stamp())
	if (!stamp || stamp.publicUrl !== env().publicUrl || stamp.source !== sourceId()) return none
	if (!areFeaturesCurrent(stamp.features)) return none
	const hasAssets = stamp.release === options.release || existsSync(join(options.dataDir, 'assets', stamp.release))
	if (!hasAssets) return none
	let count = 0
	for (const path of (await folder.paths()).filter(isManagedPath)) {
		const page = await folder.read(path)
		if (!page) continue
		putPage(store, folder, path, page)
		count++
	}
	return { count, scriptHashes: stamp.scriptHashes, styleHashes: stamp.styleHashes }
}
