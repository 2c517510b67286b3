import { FeedError } from './feed-error.ts'
import { type FetchedFeed, type FetchOptions, fetchFeed } from './fetch-feed.ts'

/** Size limit after decompression, and requested types, by kind of file. */
const KINDS = {
	transcript: {
		maxBytes: 5 * 1024 * 1024,
		accept: 'text/vtt, application/x-subrip, application/json, text/html, text/plain, */*;q=0.1',
	},
	chapters: { maxBytes: 1024 * 1024, accept: 'application/json+chapters, application/json, */*;q=0.1' },
} as const
export type FileKind = keyof typeof KINDS

/** Rephrases a feed error for the file. */
export const forFile = (error: FeedError, kind: FileKind) =>
	new FeedError(
		error.failure,
		error.message
			.replaceAll(/\b([Tt]he) feed\b/g, `$1 ${kind === 'chapters' ? 'chapters file' : kind}`)
			// The setting allows only the feed's own host, so the hint would not help.
			.replace(/ Set FEED_ALLOW_PRIVATE=true if that is meant\.$/, ''),
		{ cause: error.cause },
	)

/**
 * Fetches a file that a feed links to, with the same checks of URL, redirects, size and time as for a feed.
 * @throws {FeedError} or the reason of `options.signal` after an abort.
 */
export async function fetchFile(url: string, kind: FileKind, options: FetchOptions): Promise<FetchedFeed> {
	try {
		return await fetchFeed(url, { ...options, ...KINDS[kind] })
	} catch (error) {
		throw error instanceof FeedError ? forFile(error, kind) : error
	}
}
