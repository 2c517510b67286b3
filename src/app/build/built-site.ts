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

/** The worker of the site: one that is taken away or replaced must not live on in a cache. */
const WORKER = '/sw.js'

/** Files larger than this are read from disk for each answer, in bytes. */
const IN_MEMORY = 1024 * 1024

/** The path that visitors ask for: `courses/index.html` is `/courses`, `404.html` is `/404`. */
export function pathOfFile(file: string): string {
	const name = `/${file.replaceAll('\\', '/')}`
	if (!name.endsWith('.html')) return name
	return name === '/index.html' ? '/' : name.replace(/(\/index)?\.html$/, '')
}

function cacheControlOf(path: string, contentType: string): string {
	if (path.startsWith('/_astro/')) return ASSET_CACHE_CONTROL
	// A page that is published a moment later must not stay unknown to anybody.
	if (path in STATUS_PAGES || path === WORKER) return 'no-cache'
	return isHtml(contentType) ? PAGE_CACHE_CONTROL : FILE_CACHE_CONTROL
}

/** Compresses in no time rather than as small as possible, for texts that were changed while loading. */
const compressFast = (body: Buffer) => ({
	br: brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
	gzip: gzipSync(body),
})

/** A built text with the public address it was built for replaced by that of this server. */
function moved(body: Buffer, from: string, to: string): Buffer {
	if (from === to || !body.includes(from)) return body
	const literal = from.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
	// Not where it only begins another address: `https://club.example` in `https://club.example.org`.
	const address = new RegExp(`${literal}(?![\\w-]|\\.\\w|:\\d)`, 'g')
	return Buffer.from(body.toString().replace(address, () => to))
}

export interface BuiltSite {
	readonly release: Release
	/** Of the build, and of texts that were changed while loading. */
	readonly scriptHashes: readonly string[]
	/** Puts everything into `store` but what `isLeftOut`. */
	fill(store: StaticStore, isLeftOut: (path: string, file: StaticFile) => boolean): void
	/** A page as the build rendered it. */
	readBuiltPage(path: string): StaticFile | undefined
}

interface Source {
	client: string
	release: Release
	publicUrl: string
}

/** One after the other: hundreds of small files are read faster so, and nobody else waits at a start. */
function loadFile(file: string, all: ReadonlySet<string>, source: Source): StaticFile {
	const { client, release, publicUrl } = source
	const full = join(client, file)
	const contentType = contentTypeOf(file)
	const path = pathOfFile(file)
	const options = { contentType, cacheControl: cacheControlOf(path, contentType), status: STATUS_PAGES[path] ?? 200 }
	const { size, mtimeMs } = statSync(full)
	if (size > IN_MEMORY) return makeDiskFile({ fd: openSync(full, 'r'), size }, `${path} ${size} ${mtimeMs}`, options)
	const built = readFileSync(full)
	// Names of assets are hashes of their content, so that content has to stay.
	const mayMove = isTextLike(contentType) && !path.startsWith('/_astro/')
	const body = mayMove ? moved(built, release.publicUrl, publicUrl) : built
	const alsoAt = isHtml(contentType) ? canonicalPath(body) : undefined
	if (body !== built) return makeStaticFile(body, { ...options, ...compressFast(body), alsoAt })
	const sibling = (ending: string) => (all.has(file + ending) ? readFileSync(full + ending) : undefined)
	return makeStaticFile(body, { ...options, br: sibling('.br'), gzip: sibling('.gz'), alsoAt })
}

/**
 * Reads `client`, the part of a build that visitors get, into memory. Only what is there now is ever served. A
 * build made for another public address is moved to `publicUrl`: one build can be put on any machine.
 */
export async function loadBuiltSite(source: Source): Promise<BuiltSite> {
	const { release } = source
	const all = new Set(await filesBelow(source.client))
	const isForm = (file: string) => /\.(br|gz)$/.test(file) && all.has(file.slice(0, -3))
	const names = [...all].filter((file) => !isForm(file))
	const files = new Map(names.map((file) => [pathOfFile(file), loadFile(file, all, source)]))
	const pages = [...files.values()].filter((file) => isHtml(file.contentType))
	const moves = release.publicUrl !== source.publicUrl
	const movedHashes = moves ? pages.flatMap((page) => inlineScriptHashes(page.identity.toString())) : []
	return {
		release,
		scriptHashes: [...new Set([...release.scriptHashes, ...movedHashes])],
		fill(store, isLeftOut) {
			for (const [path, file] of files) if (!isLeftOut(path, file)) store.put(path, file)
		},
		readBuiltPage(path) {
			const file = files.get(path)
			return file && isHtml(file.contentType) ? file : undefined
		},
	}
}
