import { readFile, stat } from 'node:fs/promises'
import { isLocal } from '#src/lib/site/links.ts'
import { FeedError } from './feed-error.ts'
import type { FetchedFeed, Validators } from './fetch-feed.ts'

const FILE = new URL('../../../../../public/podcast/feed.xml', import.meta.url)

/** Returns the public address of the demonstration feed. */
export const demoFeedUrl = (publicUrl: string) => `${publicUrl}/podcast/feed.xml`

/**
 * Checks whether a stored feed is the demonstration's, at any of our addresses: a site may have moved from localhost
 * to its real name.
 */
export function isDemoFeed(url: string, publicUrl: string): boolean {
	const address = new URL(url)
	const isOurs = isLocal(address) || address.origin === publicUrl
	return isOurs && address.pathname === new URL(demoFeedUrl(publicUrl)).pathname
}

/**
 * Reads the demonstration feed from disk like a fetch, because at the first poll our own server may not respond yet.
 * The file's time and size replace the ETag.
 * @throws {FeedError} when the file is missing.
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
