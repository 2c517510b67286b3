import { readFile, stat } from 'node:fs/promises'
import { isLocal } from '#src/lib/site/links.ts'
import { FeedError } from './feed-error.ts'
import type { FetchedFeed, Validators } from './fetch-feed.ts'

const FILE = new URL('../../../../../public/podcast/feed.xml', import.meta.url)

/** Where visitors find the demonstration feed. */
export const demoFeedUrl = (publicUrl: string) => `${publicUrl}/podcast/feed.xml`

/**
 * Whether a stored feed is the demonstration's, under whichever address of ours it was read: a site that was tried out
 * may have moved from localhost to its own name since.
 */
export function isDemoFeed(url: string, publicUrl: string): boolean {
	const address = new URL(url)
	const isOurs = isLocal(address) || address.origin === publicUrl
	return isOurs && address.pathname === new URL(demoFeedUrl(publicUrl)).pathname
}

/**
 * The demonstration feed as a fetch would bring it, read from disk: at the first round our own server may not
 * answer yet. Time and size of the file stand in for an ETag.
 * @throws {FeedError} where the file is gone.
 */
export async function readDemoFeed(publicUrl: string, known?: Validators): Promise<FetchedFeed> {
	try {
		const { mtimeMs, size } = await stat(FILE)
		const etag = `"${Math.trunc(mtimeMs)}-${size}"`
		if (known?.etag === etag) return { modified: false }
		const bytes = await readFile(FILE)
		return { modified: true, bytes, contentType: undefined, url: demoFeedUrl(publicUrl), etag, lastModified: null }
	} catch (error) {
		throw new FeedError('network', 'The demonstration feed (public/podcast/feed.xml) could not be read.', {
			cause: error,
		})
	}
}
