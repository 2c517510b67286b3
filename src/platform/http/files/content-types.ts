import { basename, extname } from 'node:path'
import { lookup } from 'mrmime'

/** Types that mrmime lacks or names differently. */
const OVERRIDES: Record<string, string> = { '.ico': 'image/x-icon', '.xml': 'application/xml' }
/** Types of podcast namespace files, identified by the full file name. */
const BY_FILE_NAME: Record<string, string> = { 'chapters.json': 'application/json+chapters' }
/** Types for which we declare UTF-8, because browsers would guess. All our text files are UTF-8. */
const WITH_CHARSET = /^text\/|^application\/(json|xml)$/

/** Returns the content type of a file by its extension. Unknown extensions are downloads, never executable. */
export function contentTypeOf(file: string): string {
	const byFileName = BY_FILE_NAME[basename(file)]
	if (byFileName) return byFileName
	// Pass the extension, not the name: mrmime would treat a file named "html" as a page.
	const extension = extname(file).toLowerCase()
	const type = OVERRIDES[extension] ?? lookup(extension) ?? 'application/octet-stream'
	return WITH_CHARSET.test(type) ? `${type}; charset=utf-8` : type
}

export const isTextLike = (contentType: string) =>
	/^text\/|^application\/(json|xml|manifest\+json|wasm)|^image\/(svg\+xml|x-icon)/.test(contentType)

export const isHtml = (contentType: string) => contentType.startsWith('text/html')

export const isScript = (contentType: string) => contentType.startsWith('text/javascript')

/** Returns whether a type is audio, video or image. Other sites (podcast players, link previews) may embed these. */
export const isMedia = (contentType: string) => /^(audio|video|image)\//.test(contentType)

export const isSeekable = (contentType: string) => /^(audio|video)\//.test(contentType)
