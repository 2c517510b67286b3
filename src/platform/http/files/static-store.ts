import { createHash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import type { HeaderList } from '../headers.ts'
import type { Encoding } from './accept-encoding.ts'

/** Public pages. Browsers revalidate every time (usually a 304); a CDN caches them and is purged on changes. */
export const PAGE_CACHE_CONTROL = 'public, max-age=0, s-maxage=300, stale-while-revalidate=86400'
/** Files whose name changes with the content. */
export const ASSET_CACHE_CONTROL = 'public, max-age=31536000, immutable'
/** Other public files: pictures, audio, the feed. */
export const FILE_CACHE_CONTROL = 'public, max-age=3600'

/** A file too large for memory, read from an open descriptor, which stays valid if the build folder is replaced. */
export interface DiskBody {
	readonly fd: number
	readonly size: number
}

export interface Variant {
	readonly headers: string[]
	readonly body: Buffer
	/** Unix time of the last request, in seconds. */
	lastRequestSecond: number
	/** The complete response for that second, if requested more than once; see `sendVariant`. */
	whole: string | undefined
}

export interface Prepared {
	/** The site's security headers from which the lists were built. If these change, the lists are rebuilt. */
	readonly security: HeaderList
	/** Variants, built on first use. The plain variant of a large text file is built for every response. */
	readonly variants: { readonly [E in Encoding]: Variant | undefined } & { readonly identity: Variant }
	readonly notModified: string[]
}

export interface StaticFile {
	readonly status: number
	/** The plain bytes; empty if in `disk`. For a large text file, decompressed on each access, not stored. */
	readonly identity: Buffer
	readonly size: number
	readonly isPlainKept: boolean
	readonly br: Buffer | undefined
	/** Compressed on first access if deferred. */
	readonly gzip: Buffer | undefined
	readonly disk: DiskBody | undefined
	/** Strong ETag of the plain bytes, including quotes. Compressed forms get a suffix inside the quotes. */
	readonly etag: string
	readonly contentType: string
	readonly cacheControl: string
	/** A second path to the same bytes. */
	readonly alsoAt: string | undefined
	/** Header lists, built for the first response and cached to keep the hot path short. */
	prepared: Prepared | undefined
	readonly readAgain?: undefined
}

type ReadAgain = (path: string) => StaticFile | undefined

/** A page in memory that is also on disk. */
interface EvictablePage {
	readonly file: StaticFile
	readonly readAgain: ReadAgain
}

/** A page that is only on disk, because other pages were requested more often. */
interface EvictedPage extends Pick<StaticFile, 'etag' | 'alsoAt'> {
	readonly br?: undefined
	readonly readAgain: ReadAgain
}

/** A file in memory or only on disk. */
export type KnownFile = StaticFile | EvictedPage

export interface StaticFileOptions {
	contentType: string
	cacheControl: string
	br?: Buffer | undefined
	/** A function is called on first use to compress the plain bytes. */
	gzip?: Buffer | ((plain: Buffer) => Buffer) | undefined
	status?: number
	/** Result of `etagOf`, if already computed. */
	etag?: string
	/** A second path to the same bytes. */
	alsoAt?: string | undefined
}

/** Returns the ETag of these bytes, including quotes. */
export const etagOf = (bytes: Buffer | string) =>
	`"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`

/**
 * Minimum size of a text file that is stored only compressed, in bytes. Nearly all clients accept compression, and a
 * thousand transcripts are three times as large uncompressed.
 */
const COMPRESSED_ONLY_FROM = 32 * 1024

/** Copies bytes out of a larger buffer, such as Node's pool, which would otherwise stay in memory with them. */
const compact = (bytes: Buffer) =>
	bytes.length === bytes.buffer.byteLength ? bytes : Buffer.from(new Uint8Array(bytes).buffer)

/** Creates a file that is served from memory. Drops compressed forms that are not smaller. */
export function makeStaticFile(body: Buffer, options: StaticFileOptions): StaticFile {
	const size = body.length
	const etag = options.etag ?? etagOf(body)
	const smaller = (form: Buffer | undefined) => (form && form.length < size ? compact(form) : undefined)
	const br = smaller(options.br)
	const plain = br && size > COMPRESSED_ONLY_FROM ? undefined : compact(body)
	const identity = () => plain ?? brotliDecompressSync(br as Buffer)
	let gzip = typeof options.gzip === 'function' ? options.gzip : smaller(options.gzip)
	return {
		status: options.status ?? 200,
		get identity() {
			return identity()
		},
		...{ size, isPlainKept: plain !== undefined, br },
		get gzip() {
			if (typeof gzip === 'function') gzip = smaller(gzip(identity()))
			return gzip
		},
		disk: undefined,
		etag,
		contentType: options.contentType,
		cacheControl: options.cacheControl,
		alsoAt: options.alsoAt,
		prepared: undefined,
	}
}

/** Creates a large file that is streamed from `disk`. `version` must change with the content. */
export function makeDiskFile(
	disk: DiskBody,
	version: string,
	options: Pick<StaticFileOptions, 'contentType' | 'cacheControl'>,
): StaticFile {
	return { ...makeStaticFile(Buffer.alloc(0), { ...options, etag: etagOf(version) }), disk, size: disk.size }
}

/**
 * Maximum size of pages in memory that are also on disk, in bytes. Enough for a thousand pages with a 45-minute
 * transcript. Without a limit, a feed of 5,000 episodes with transcripts would use up the memory of a small server.
 */
const PAGES_IN_MEMORY = 64 * 1024 * 1024

/** Returns the memory use of a page. The gzip form, which few clients request, is about as large as brotli. */
const bytesOf = (file: StaticFile) => (file.isPlainKept ? file.size : 0) + 2 * (file.br?.length ?? 0)

/**
 * Static files and published pages. Contains only paths that the build or the publisher added. Request paths are looked
 * up verbatim, which rules out path traversal.
 */
export class StaticStore {
	readonly #files = new Map<string, KnownFile>()
	readonly #primaryPaths = new Map<string, string>()
	/** Pages in memory that may be evicted, in order of eviction. */
	readonly #evictable = new Map<string, EvictablePage>()
	readonly #limit: number
	#bytes = 0

	constructor(limit = PAGES_IN_MEMORY) {
		this.#limit = limit
	}

	/** Returns the file for a decoded request path without query: `/`, `/courses`, `/_astro/index.abc.css`. */
	get(path: string): StaticFile | undefined {
		const file = this.#files.get(path)
		return file?.readAgain ? this.#load(path, file.readAgain) : file
	}

	/** Returns a file without reading it from disk. */
	peek(path: string): KnownFile | undefined {
		return this.#files.get(path)
	}

	/**
	 * Adds or replaces a file at both of its paths atomically: a request gets the old or the new file.
	 * @param readAgain reads the page from disk, synchronously. If given, the page may be evicted from memory.
	 */
	put(path: string, file: StaticFile, readAgain?: ReadAgain): void {
		const before = this.#files.get(path)
		this.#release(path)
		if (readAgain) {
			this.#evict(this.#limit - bytesOf(file))
			this.#keep(path, { file, readAgain })
		}
		this.#files.set(path, file)
		this.#primaryPaths.delete(path)
		const { alsoAt } = file
		if (before?.alsoAt !== undefined && before.alsoAt !== alsoAt) this.#removeAlias(before.alsoAt, path)
		// A file at this path takes precedence over a second path.
		if (alsoAt === undefined || (this.#files.has(alsoAt) && !this.#primaryPaths.has(alsoAt))) return
		this.#files.set(alsoAt, file)
		this.#primaryPaths.set(alsoAt, path)
	}

	remove(path: string): void {
		// A second path is removed only with its file.
		if (this.#primaryPaths.has(path)) return
		const file = this.#files.get(path)
		this.#release(path)
		this.#files.delete(path)
		if (file?.alsoAt !== undefined) this.#removeAlias(file.alsoAt, path)
	}

	#removeAlias(other: string, path: string): void {
		if (this.#primaryPaths.get(other) !== path) return
		this.#primaryPaths.delete(other)
		this.#files.delete(other)
	}

	/** Reads an evicted page. The page on disk may be newer, because the publisher writes it before it calls `put`. */
	#load(path: string, readAgain: ReadAgain): StaticFile | undefined {
		const primaryPath = this.#primaryPaths.get(path) ?? path
		const file = readAgain(primaryPath)
		if (file) this.put(primaryPath, file, readAgain)
		return file
	}

	#keep(path: string, page: EvictablePage): void {
		this.#evictable.set(path, page)
		this.#bytes += bytesOf(page.file)
	}

	#release(path: string): void {
		const page = this.#evictable.get(path)
		if (!page) return
		this.#evictable.delete(path)
		this.#bytes -= bytesOf(page.file)
	}

	/** Evicts pages down to `limit` bytes. Spares a page once if it was requested since the last eviction. */
	#evict(limit: number): void {
		for (const [path, page] of this.#evictable) {
			if (this.#bytes <= limit) return
			const { file, readAgain } = page
			const { etag, alsoAt, prepared } = file
			this.#release(path)
			// `prepared` shows that the page was requested. Building it again costs less than marking every request.
			if (prepared) {
				file.prepared = undefined
				this.#keep(path, page)
				continue
			}
			const evicted: EvictedPage = { etag, alsoAt, readAgain }
			this.#files.set(path, evicted)
			if (alsoAt !== undefined && this.#primaryPaths.get(alsoAt) === path) this.#files.set(alsoAt, evicted)
		}
	}

	/** Returns all paths, except second paths. */
	paths(): string[] {
		return [...this.#files.keys()].filter((path) => !this.#primaryPaths.has(path))
	}
}
