import { createHash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import type { HeaderList } from '../headers.ts'
import type { Encoding } from './accept-encoding.ts'

/** Public pages: browsers ask each time (and mostly get a 304), a CDN keeps them until it is told otherwise. */
export const PAGE_CACHE_CONTROL = 'public, max-age=0, s-maxage=300, stale-while-revalidate=86400'
/** Files whose name changes with their content. */
export const ASSET_CACHE_CONTROL = 'public, max-age=31536000, immutable'
/** Other public files: pictures, sound, the feed. */
export const FILE_CACHE_CONTROL = 'public, max-age=3600'

/** A file too large for the memory, read from an open descriptor, so that it outlives a swap of the build folder. */
export interface DiskBody {
	readonly fd: number
	readonly size: number
}

/** One encoding of a file, ready to be sent. */
export interface Variant {
	readonly headers: string[]
	readonly body: Buffer
	/** The second, since 1970, in which it was asked for last. */
	askedIn: number
	/** The answer of that second, head and all, where it was asked for more than once; see `sendVariant`. */
	whole: string | undefined
}

/** A file with its complete header lists. */
export interface Prepared {
	/** Of the site, from which those of the file were made: where it has others, the file needs others too. */
	readonly security: HeaderList
	/** Each is made when it is asked for first; the plain one of a large file for each answer anew. */
	readonly variants: { readonly [E in Encoding]: Variant | undefined } & { readonly identity: Variant }
	readonly notModified: string[]
}

export interface StaticFile {
	readonly status: number
	/** The plain bytes; empty where `disk` holds them. Of a large text they are not kept, and made from brotli each time. */
	readonly identity: Buffer
	/** How many they are. */
	readonly size: number
	/** Whether the plain bytes are in memory. */
	readonly isPlainKept: boolean
	readonly br: Buffer | undefined
	/** Where it was left for later it is made when this is read first. */
	readonly gzip: Buffer | undefined
	readonly disk: DiskBody | undefined
	/** Strong, from the plain bytes, with its quotes. Compressed forms carry a suffix inside the quotes. */
	readonly etag: string
	readonly contentType: string
	readonly cacheControl: string
	/** A second address at which the same bytes are. */
	readonly alsoAt: string | undefined
	/** Header lists, made at the first answer and kept: the hot path only hands them over. */
	prepared: Prepared | undefined
}

export interface StaticFileOptions {
	contentType: string
	cacheControl: string
	br?: Buffer | undefined
	/** A function makes it of the plain bytes when somebody asks for it, once. */
	gzip?: Buffer | ((plain: Buffer) => Buffer) | undefined
	/** 200 unless said. */
	status?: number
	/** Where it is known already, from `etagOf`. */
	etag?: string
	/** A second address at which the same bytes are. */
	alsoAt?: string | undefined
}

/** The ETag of a file with these bytes, with its quotes. */
export const etagOf = (bytes: Buffer | string) =>
	`"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`

/**
 * From so many bytes on a text is kept compressed alone: nearly everybody takes it so, and a thousand transcripts are
 * three times as large without.
 */
const KEPT_COMPRESSED = 32 * 1024

/** Copies bytes out of a larger buffer, such as Node's pool, which would stay in memory as long as they do. */
const compact = (bytes: Buffer) =>
	bytes.length === bytes.buffer.byteLength ? bytes : Buffer.from(new Uint8Array(bytes).buffer)

/** A file to be served from memory. A compressed form that is not smaller than the plain one is left out. */
export function makeStaticFile(body: Buffer, options: StaticFileOptions): StaticFile {
	const size = body.length
	const etag = options.etag ?? etagOf(body)
	const smaller = (form: Buffer | undefined) => (form && form.length < size ? compact(form) : undefined)
	const br = smaller(options.br)
	const plain = br && size > KEPT_COMPRESSED ? undefined : compact(body)
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

/** A large file to be streamed from `disk`. `version` is anything that changes with its content. */
export function makeDiskFile(
	disk: DiskBody,
	version: string,
	options: Pick<StaticFileOptions, 'contentType' | 'cacheControl'>,
): StaticFile {
	return {
		status: 200,
		...{ identity: Buffer.alloc(0), size: disk.size, isPlainKept: true },
		br: undefined,
		gzip: undefined,
		disk,
		etag: etagOf(version),
		contentType: options.contentType,
		cacheControl: options.cacheControl,
		alsoAt: undefined,
		prepared: undefined,
	}
}

/**
 * What is served without asking anybody: only paths that the build or the publisher listed. A request's path is
 * looked up as it came, so that no walk through folders is ever possible.
 */
export class StaticStore {
	readonly #files = new Map<string, StaticFile>()
	/** Second addresses, and of what. */
	readonly #others = new Map<string, string>()

	/** `path` as in a request, decoded, without query: `/`, `/courses`, `/_astro/index.abc.css`. */
	get(path: string): StaticFile | undefined {
		return this.#files.get(path)
	}

	/** Puts or replaces in one step, at its other address too: a request sees the old file or the new one. */
	put(path: string, file: StaticFile): void {
		const before = this.#files.get(path)
		this.#files.set(path, file)
		this.#others.delete(path)
		const { alsoAt } = file
		if (before?.alsoAt !== undefined && before.alsoAt !== alsoAt) this.#forget(before.alsoAt, path)
		// What has an address of its own keeps it.
		if (alsoAt === undefined || (this.#files.has(alsoAt) && !this.#others.has(alsoAt))) return
		this.#files.set(alsoAt, file)
		this.#others.set(alsoAt, path)
	}

	remove(path: string): void {
		// The other address of something goes with it, and not by itself.
		if (this.#others.has(path)) return
		const file = this.#files.get(path)
		this.#files.delete(path)
		if (file?.alsoAt !== undefined) this.#forget(file.alsoAt, path)
	}

	#forget(other: string, path: string): void {
		if (this.#others.get(other) !== path) return
		this.#others.delete(other)
		this.#files.delete(other)
	}

	/** Without the other addresses of what is there. */
	paths(): string[] {
		return [...this.#files.keys()].filter((path) => !this.#others.has(path))
	}
}
