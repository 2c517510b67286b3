import { extname } from 'node:path'

const types: Record<string, string> = {
	'.css': 'text/css; charset=utf-8',
	'.gif': 'image/gif',
	'.html': 'text/html; charset=utf-8',
	'.ico': 'image/x-icon',
	'.jpg': 'image/jpeg',
	'.jpeg': 'image/jpeg',
	'.js': 'text/javascript; charset=utf-8',
	'.json': 'application/json; charset=utf-8',
	'.m4a': 'audio/mp4',
	'.map': 'application/json; charset=utf-8',
	'.mjs': 'text/javascript; charset=utf-8',
	'.mp3': 'audio/mpeg',
	'.mp4': 'video/mp4',
	'.ogg': 'audio/ogg',
	'.pdf': 'application/pdf',
	'.png': 'image/png',
	'.svg': 'image/svg+xml',
	'.txt': 'text/plain; charset=utf-8',
	'.vtt': 'text/vtt; charset=utf-8',
	'.wasm': 'application/wasm',
	'.wav': 'audio/wav',
	'.webm': 'video/webm',
	'.webmanifest': 'application/manifest+json',
	'.webp': 'image/webp',
	'.avif': 'image/avif',
	'.woff': 'font/woff',
	'.woff2': 'font/woff2',
	'.xml': 'application/xml; charset=utf-8',
}

/** Content type of a file by its name. An unknown ending is a download, never something a browser runs. */
export const contentTypeOf = (file: string) => types[extname(file).toLowerCase()] ?? 'application/octet-stream'

/** Whether bytes of this type get smaller by compression. */
export const isTextLike = (contentType: string) =>
	/^text\/|^application\/(json|xml|manifest\+json|wasm)|^image\/(svg\+xml|x-icon)/.test(contentType)

export const isHtml = (contentType: string) => contentType.startsWith('text/html')

/** Sound, film and pictures: what other sites (podcast players, link previews) may embed. */
export const isMedia = (contentType: string) => /^(audio|video|image)\//.test(contentType)

/** What a player seeks in. */
export const isSeekable = (contentType: string) => /^(audio|video)\//.test(contentType)
