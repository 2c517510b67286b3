import { openSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { contentTypeOf, isHtml, isTextLike } from '#src/platform/http/files/content-types.ts'
import {
	ASSET_CACHE_CONTROL,
	FILE_CACHE_CONTROL,
	makeDiskFile,
	makeStaticFile,
	PAGE_CACHE_CONTROL,
	type StaticFile,
	type StaticStore,
} from '#src/platform/http/files/static-store.ts'
import { inlineScriptHashes } from '#src/platform/http/inline-hashes.ts'
import { STATUS_PAGES } from '#src/platform/http/status-pages.ts'
import { canonicalPath } from '../publish/canonical-path.ts'
import { filesBelow } from './inputs.ts'
import type { Release } from './release.ts'

/** The service worker: a removed or replaced one must not survive in a cache. */
const SERVICE_WORKER = '/sw.js'

/** Maximum size of a file in memory, in bytes. Larger files are read from disk for each response. */
const MAX_IN_MEMORY = 1024 * 1024

/** Maps a file to its URL path: `courses/index.html` to `/courses`, `404.html` to `/404`. */
function pathOfFile(file: string): string {
	const name = `/${file.replaceAll('\\', '/')}`
	if (!name.endsWith('.html')) return name
	return name === '/index.html' ? '/' : name.replace(/(\/index)?\.html$/, '')
}

function cacheControlOf(path: string, contentType: string): string {
	if (path.startsWith('/_astro/')) return ASSET_CACHE_CONTROL
	// A cached 404 must not hide a page that is published a moment later.
	if (path in STATUS_PAGES || path === SERVICE_WORKER) return 'no-cache'
	return isHtml(contentType) ? PAGE_CACHE_CONTROL : FILE_CACHE_CONTROL
}

/** Compresses for speed rather than size: for text files rewritten while loading. */
const compressFast = (body: Buffer) => ({
	br: brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
	gzip: gzipSync(body),
})

/** Replaces the public URL of the build with that of this server. */
function replaceUrl(body: Buffer, from: string, to: string): Buffer {
	if (from === to || !body.includes(from)) return body
	const escaped = from.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
	// Skip longer URLs with the same prefix: `https://club.example` in `https://club.example.org`.
	const pattern = new RegExp(`${escaped}(?![\\w-]|\\.\\w|:\\d)`, 'g')
	return Buffer.from(body.toString().replace(pattern, () => to))
}

export interface BuiltSite {
	readonly release: Release
	/** Script hashes of the build and of pages rewritten while loading. */
	readonly scriptHashes: readonly string[]
	fill(store: StaticStore, isExcluded: (path: string, file: StaticFile) => boolean): void
	readBuiltPage(path: string): StaticFile | undefined
}

interface Source {
	client: string
	release: Release
	publicUrl: string
}

/** Loads a file synchronously: faster for hundreds of small files, and nothing else runs during a start. */
function loadFile(file: string, all: ReadonlySet<string>, source: Source): StaticFile {
	const { client, release, publicUrl } = source
	const full = join(client, file)
	const contentType = contentTypeOf(file)
	const path = pathOfFile(file)
	const options = { contentType, cacheControl: cacheControlOf(path, contentType), status: STATUS_PAGES[path] ?? 200 }
	const { size, mtimeMs } = statSync(full)
	if (size > MAX_IN_MEMORY)
		return makeDiskFile({ fd: openSync(full, 'r'), size }, `${path} ${size} ${mtimeMs}`, options)
	const built = readFileSync(full)
	// Asset names are hashes of the content, so the content must not change.
	const mayRewrite = isTextLike(contentType) && !path.startsWith('/_astro/')
	const body = mayRewrite ? replaceUrl(built, release.publicUrl, publicUrl) : built
	const alsoAt = isHtml(contentType) ? canonicalPath(body) : undefined
	if (body !== built) return makeStaticFile(body, { ...options, ...compressFast(body), alsoAt })
	const sibling = (suffix: string) => (all.has(file + suffix) ? readFileSync(full + suffix) : undefined)
	return makeStaticFile(body, { ...options, br: sibling('.br'), gzip: sibling('.gz'), alsoAt })
}

/**
 * Loads `client`, the public part of a build, into memory. Later changes on disk are never served. A build made for
 * another public URL is rewritten to `publicUrl`, so one build runs on any machine.
 */
export async function loadBuiltSite(source: Source): Promise<BuiltSite> {
	const { release } = source
	const all = new Set(await filesBelow(source.client))
	const isCompressed = (file: string) => /\.(br|gz)$/.test(file) && all.has(file.slice(0, -3))
	const names = [...all].filter((file) => !isCompressed(file))
	const files = new Map(names.map((file) => [pathOfFile(file), loadFile(file, all, source)]))
	const pages = [...files.values()].filter((file) => isHtml(file.contentType))
	const hasNewUrl = release.publicUrl !== source.publicUrl
	const rewrittenHashes = hasNewUrl ? pages.flatMap((page) => inlineScriptHashes(page.identity.toString())) : []
	return {
		release,
		scriptHashes: [...new Set([...release.scriptHashes, ...rewrittenHashes])],
		fill(store, isLeftOut) {
			for (const [path, file] of files) if (!isLeftOut(path, file)) store.put(path, file)
		},
		readBuiltPage(path) {
			const file = files.get(path)
			return file && isHtml(file.contentType) ? file : undefined
		},
	}
}
