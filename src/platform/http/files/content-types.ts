import { basename, extname } from 'node:path'
import { lookup } from 'mrmime'

/** Types that mrmime lacks or names differently. */
const OWN: Record<string, string> = { '.ico': 'image/x-icon', '.xml': 'application/xml' }
/** Types of podcast namespace files, identified by the full file name. */
const NAMED: Record<string, string> = { 'chapters.json': 'application/json+chapters' }
/** Types for which we declare UTF-8, because browsers would guess. All our text files are UTF-8. */
const WITH_CHARSET = /^text\/|^application\/(json|xml)$/

/** Returns the content type of a file by its extension. Unknown extensions are downloads, never executable. */
export function contentTypeOf(file: string): string {
	const named = NAMED[basename(file)]
	if (named) return named
	// Pass the extension, not the name: mrmime would treat a file named "html" as a page.
	const ending = extname(file).toLowerCase()
	const type = OWN[ending] ?? lookup(ending) ?? 'application/octet-stream'
	return WITH_CHARSET.test(type) ? `${type}; charset=utf-8` : type
}

export const isTextLike = (contentType: string) =>
	/^text\/|^application\/(json|xml|manifest\+json|wasm)|^image\/(svg\+xml|x-icon)/.test(contentType)

export const isHtml = (contentType: string) => contentType.startsWith('text/html')

export const isScript = (contentType: string) => contentType.startsWith('text/javascript')

/** Returns whether a type is audio, video or image. Other sites (podcast players, link previews) may embed these. */
export const isMedia = (contentType: string) => /^(audio|video|image)\//.test(contentType)

export const isSeekable = (contentType: string) => /^(audio|video)\//.test(contentType)
