import { readFile, stat } from 'node:fs/promises'
import { isLocal } from '#src/lib/site/links.ts'
import { FeedError } from './feed-error.ts'
import type { FetchedFeed, Validators } from './fetch-feed.ts'

const FOLDER = new URL('../../../../../public/podcast/', import.meta.url)

/** Returns the public URL of the demonstration feed. */
export const demoFeedUrl = (publicUrl: string) => `${publicUrl}/podcast/feed.xml`

/**
 * Checks whether a stored feed is the demonstration feed, at any of our origins: a site may have moved from localhost
 * to its real name.
 */
export function isDemoFeed(url: string, publicUrl: string): boolean {
	const parsed = new URL(url)
	const isOurs = isLocal(parsed) || parsed.origin === publicUrl
	return isOurs && parsed.pathname === new URL(demoFeedUrl(publicUrl)).pathname
}

const folderUrl = (publicUrl: string) => new URL('.', demoFeedUrl(publicUrl)).href

/** Checks whether a URL is a file next to the demonstration feed. */
export const isNextToDemoFeed = (url: string, publicUrl: string) => url.startsWith(folderUrl(publicUrl))

/**
 * Reads the demonstration feed, or a file that it links to, from disk instead of over HTTP, because at the first poll
 * our own server may not respond yet. The file's modification time and size serve as the ETag.
 * @param url see `isNextToDemoFeed`.
 * @throws {FeedError} when the file is missing.
 */
export async function readDemoFile(
	url: string,
	publicUrl: string,
	validators?: Partial<Validators>,
): Promise<FetchedFeed> {
	const name = url.slice(folderUrl(publicUrl).length)
	const file = new URL(name, FOLDER)
	try {
		if (!file.href.startsWith(FOLDER.href)) throw new Error('outside of the folder')
		const { mtimeMs, size } = await stat(file)
		const etag = `"${Math.trunc(mtimeMs)}-${size}"`
		if (validators?.etag === etag) return { modified: false }
		const bytes = await readFile(file)
		return { modified: true, bytes, contentType: undefined, url, etag, lastModified: null }
	} catch (error) {
		throw new FeedError('network', `The demonstration feed (public/podcast/${name}) could not be read.`, {
			cause: error,
		})
	}
}

/** Reads the demonstration feed. @throws {FeedError} like `readDemoFile`. */
export const readDemoFeed = (publicUrl: string, validators?: Validators) =>
	readDemoFile(demoFeedUrl(publicUrl), publicUrl, validators)
