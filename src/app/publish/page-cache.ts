import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { databaseFileOf } from '#db/address.ts'
import { featuresOn } from '#src/lib/site/features.ts'
import { site } from '#src/lib/site/site.ts'
import { env } from '#src/platform/env/env.ts'
import type { StaticStore } from '#src/platform/http/files/static-store.ts'
import type { Release } from '../build/release.ts'
import { isManagedPath } from '../public-pages/all.ts'
import { toStaticFile } from './page-file.ts'
import type { SiteFolder } from './site-folder.ts'

const folderMark = z.object({
	release: z.string(),
	publicUrl: z.string(),
	source: z.string(),
	features: z.array(z.string()),
	scriptHashes: z.array(z.string()),
	styleHashes: z.array(z.string()),
})

/** What the pages of the folder were made by and from, kept beside them. */
type FolderMark = z.infer<typeof folderMark>

/** Whether pages made with these features have the links of the features that are on now. */
export const haveFeaturesOf = (features: readonly string[] | undefined) => features?.join() === featuresOn().join()

/** The part of a build that its pages need of the server, such as their scripts and styles in the policy. */
export type PageNeeds = Pick<Release, 'id' | 'inputs' | 'scriptHashes' | 'styleHashes' | 'features'>

/** The database that pages are filled from, and the settings that decide what of it. Its password is in neither. */
function sourceOf(): string {
	const { databaseUrl, podcastFeedUrl, production } = env()
	const isFile = databaseFileOf(databaseUrl) !== undefined
	const { protocol, host, pathname } = isFile ? { protocol: databaseUrl, host: '', pathname: '' } : new URL(databaseUrl)
	const facts = JSON.stringify([protocol, host, pathname, podcastFeedUrl ?? null, production])
	return createHash('sha256').update(facts).digest('base64url').slice(0, 22)
}

/** What decides the bytes of a page now, besides its content: the build, the settings, what the club says of itself. */
export function pagesMadeBy({ id, inputs }: PageNeeds): string {
	const { publicUrl, videoFrameHosts } = env()
	return JSON.stringify([id, inputs, publicUrl, sourceOf(), videoFrameHosts, featuresOn(), process.version, site()])
}

/** The mark of a folder that this process writes. */
export const folderStamp = ({ id, scriptHashes, styleHashes }: PageNeeds): string => {
	const { publicUrl } = env()
	const mark: FolderMark = {
		release: id,
		publicUrl,
		source: sourceOf(),
		features: [...featuresOn()],
		scriptHashes: [...scriptHashes],
		styleHashes: [...styleHashes],
	}
	return JSON.stringify(mark)
}

function readMark(stamp: string): FolderMark | undefined {
	try {
		return folderMark.parse(JSON.parse(stamp))
	} catch {
		// None, or one that a former release wrote.
		return undefined
	}
}

/** Of these only with their hashes in the policy do inline scripts run, and only with their assets do pages look right. */
export interface PageCache {
	readonly count: number
	readonly scriptHashes: readonly string[]
	readonly styleHashes: readonly string[]
}

/**
 * Puts the pages that this node last published into the store, without the database (docs/decisions/023). Pages of a
 * former release too, while its assets are kept; none from another database, with another address, or with links to
 * features that are off.
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
		store.put(path, toStaticFile(page, path))
		count++
	}
	return { count, scriptHashes: mark.scriptHashes, styleHashes: mark.styleHashes }
}
