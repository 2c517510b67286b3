import { createHash } from 'node:crypto'
import type { Context } from './handle.ts'
import { PAGE_CACHE_CONTROL } from './http/static-store.ts'

/**
 * Answers `data`, which everybody gets, with an ETag. What a browser with a session asks for stays out of shared
 * caches. @returns undefined where the caller has this very answer already.
 */
export function answerPublicly<T>(context: Context, data: T, ...alsoTold: unknown[]): T | undefined {
	context.setHeader('Cache-Control', context.isSessionless ? PAGE_CACHE_CONTROL : 'private, no-cache')
	const hash = createHash('sha256').update(JSON.stringify([data, ...alsoTold]))
	return context.notModified(`"${hash.digest('base64url').slice(0, 22)}"`) ? undefined : data
}
