import { basename, extname } from 'node:path'
import { lookup } from 'mrmime'

/** Types that mrmime lacks or names differently. */
const OWN: Record<string, string> = { '.ico': 'image/x-icon', '.xml': 'application/xml' }
/** Podcast namespace files that are identified by their full name. */
const NAMED: Record<string, string> = { 'chapters.json': 'application/json+chapters' }
/** Types that declare UTF-8, where a browser would guess. All our files are UTF-8. */
const WITH_CHARSET = /^text\/|^application\/(json|xml)$/

/** Returns the content type of a file by its extension. An unknown extension is a download, never executable. */
export function contentTypeOf(file: string): string {
	const named = NAMED[basename(file)]
	if (named) return named
	// Pass the extension, not the name: mrmime takes a file named "html" for a page.
	const ending = extname(file).toLowerCase()
	const type = OWN[ending] ?? lookup(ending) ?? 'application/octet-stream'
	return WITH_CHARSET.test(type) ? `${type}; charset=utf-8` : type
}

export const isTextLike = (contentType: string) =>
	/^text\/|^application\/(json|xml|manifest\+json|wasm)|^image\/(svg\+xml|x-icon)/.test(contentType)

export const isHtml = (contentType: string) => contentType.startsWith('text/html')

export const isScript = (contentType: string) => contentType.startsWith('text/javascript')

/** Returns whether a type is audio, video or image, which other sites (podcast players, link previews) may embed. */
export const isMedia = (contentType: string) => /^(audio|video|image)\//.test(contentType)

export const isSeekable = (contentType: string) => /^(audio|video)\//.test(contentType)
