import { basename, extname } from 'node:path'
import { lookup } from 'mrmime'

/** What mrmime does not know, or calls otherwise. */
const OWN: Record<string, string> = { '.ico': 'image/x-icon', '.xml': 'application/xml' }
/** Files of the podcast namespace that are told by their whole name. */
const NAMED: Record<string, string> = { 'chapters.json': 'application/json+chapters' }
/** Ours are all UTF-8, and say so where a browser would guess. */
const WITH_CHARSET = /^text\/|^application\/(json|xml)$/

/** Content type of a file by its name. An unknown ending is a download, never something a browser runs. */
export function contentTypeOf(file: string): string {
	const named = NAMED[basename(file)]
	if (named) return named
	// The ending, and not the name: mrmime takes a file called "html" for a page.
	const ending = extname(file).toLowerCase()
	const type = OWN[ending] ?? lookup(ending) ?? 'application/octet-stream'
	return WITH_CHARSET.test(type) ? `${type}; charset=utf-8` : type
}

/** Whether bytes of this type get smaller by compression. */
export const isTextLike = (contentType: string) =>
	/^text\/|^application\/(json|xml|manifest\+json|wasm)|^image\/(svg\+xml|x-icon)/.test(contentType)

export const isHtml = (contentType: string) => contentType.startsWith('text/html')

export const isScript = (contentType: string) => contentType.startsWith('text/javascript')

/** Sound, film and pictures: what other sites (podcast players, link previews) may embed. */
export const isMedia = (contentType: string) => /^(audio|video|image)\//.test(contentType)

/** What a player seeks in. */
export const isSeekable = (contentType: string) => /^(audio|video)\//.test(contentType)
