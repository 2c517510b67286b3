import { createHash } from 'node:crypto'
import type { Context, NotModified } from '../endpoint/handle.ts'

/**
 * How an answer that everybody gets may be kept. What a browser with a session asks for stays out of shared caches.
 * Others keep it, and ask each time whether it still holds: a purge names pages, so that a course that was
 * unpublished would be answered from such a cache for a day.
 */
export const publicCacheControl = ({ isSessionless }: Pick<Context, 'isSessionless'>) =>
	isSessionless ? 'public, no-cache' : 'private, no-cache'

/** A strong ETag of `content`. */
export const tagOf = (content: unknown) =>
	`"${createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)}"`

/** Answers `data`, which everybody gets, with an ETag. */
export function answerPublicly<T>(context: Context, data: T, ...alsoTold: unknown[]): T | NotModified {
	context.setHeader('Cache-Control', publicCacheControl(context))
	return context.notModified(tagOf([data, ...alsoTold])) ?? data
}
