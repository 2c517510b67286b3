import { createHash } from 'node:crypto'
import type { Context, NotModified } from '../endpoint/handle.ts'

/**
 * Returns the `Cache-Control` of a public response. With a session cookie, shared caches must not store it. Otherwise
 * they may store it, but must always revalidate: a purge covers only pages, so an unpublished course would stay cached
 * for a day.
 */
export const publicCacheControl = ({ isSessionless }: Pick<Context, 'isSessionless'>) =>
	isSessionless ? 'public, no-cache' : 'private, no-cache'

export const tagOf = (content: unknown) =>
	`"${createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)}"`

export function answerPublicly<T>(context: Context, data: T, ...otherContent: unknown[]): T | NotModified {
	context.setHeader('Cache-Control', publicCacheControl(context))
	return context.notModified(tagOf([data, ...otherContent])) ?? data
}
