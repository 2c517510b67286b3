import { FeedError } from './feed-error.ts'
import { type FetchedFeed, type FetchOptions, fetchFeed } from './fetch-feed.ts'

/** What is read beside a feed, most bytes of it after decompression, and what is asked for. */
const KINDS = {
	transcript: {
		maxBytes: 5 * 1024 * 1024,
		accept: 'text/vtt, application/x-subrip, application/json, text/html, text/plain, */*;q=0.1',
	},
	chapters: { maxBytes: 1024 * 1024, accept: 'application/json+chapters, application/json, */*;q=0.1' },
} as const
export type FileKind = keyof typeof KINDS

/** The sentence of an error about a feed, about the file. */
export const aboutFile = (error: FeedError, kind: FileKind) =>
	new FeedError(
		error.failure,
		error.message
			.replaceAll(/\b([Tt]he) feed\b/g, `$1 ${kind === 'chapters' ? 'chapters file' : kind}`)
			// That is for the feed; of a file that it names it would change nothing.
			.replace(/ Set FEED_ALLOW_PRIVATE=true if that is meant\.$/, ''),
		{ cause: error.cause },
	)

/**
 * Reads a file that a feed names, as a feed is read: address checked, redirects, size and time limited.
 * @throws {FeedError}, and the reason of `options.signal` where that fired.
 */
export async function fetchFile(address: string, kind: FileKind, options: FetchOptions): Promise<FetchedFeed> {
	try {
		return await fetchFeed(address, { ...options, ...KINDS[kind] })
	} catch (error) {
		throw error instanceof FeedError ? aboutFile(error, kind) : error
	}
}
