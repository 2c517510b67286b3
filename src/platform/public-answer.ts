import { createHash } from 'node:crypto'
import type { Context, NotModified } from './create-handle.ts'

/**
 * Answers `data`, which everybody gets, with an ETag. What a browser with a session asks for stays out of shared
 * caches. Others keep it, and ask each time whether it still holds: a purge names pages, so that a course that was
 * unpublished would be answered from such a cache for a day.
 */
export function answerPublicly<T>(context: Context, data: T, ...alsoTold: unknown[]): T | NotModified {
	context.setHeader('Cache-Control', context.isSessionless ? 'public, no-cache' : 'private, no-cache')
	const hash = createHash('sha256').update(JSON.stringify([data, ...alsoTold]))
	return context.notModified(`"${hash.digest('base64url').slice(0, 22)}"`) ?? data
}
