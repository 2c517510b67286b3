import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { etagOf } from '#src/platform/http/files/static-store.ts'

/** A page on disk: the HTML, or the text of a file beside a page, and its compressed form. */
export interface PageFile {
	html: Buffer
	/** ETag of the HTML, with its quotes. */
	etag: string
	br: Buffer
}

/** Returns whether this is the path of a file beside a page, such as a transcript: page paths have no extension. */
export const isFilePath = (path: string) => /\.[a-z]+$/.test(path)

/** Returns a buffer over the same bytes. */
export const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)

/** Returns the memory of these bytes if it contains nothing else, so that it can be transferred to a thread. */
export const ownMemory = ({ buffer, byteLength }: Uint8Array) =>
	buffer instanceof ArrayBuffer && byteLength === buffer.byteLength ? [buffer] : []

/** Suffix of the file next to each page with its ETag and the hash of its sources. */
const SOURCE_HASH_SUFFIX = '.from'
const INDEX = 'index.html'
const sourceHashLine = (etag: string, sourceHash: string) => `${etag} ${sourceHash}\n`

/** Location of a page: its own folder, or for a file beside a page its name in the folder of the page. */
interface PageLocation {
	folder: string
	name: string
}

/** Encodes a part of a path as a file name. Imported ids may contain `..`, which would leave the folder. */
const nameOf = (part: string) => (/^\.+$/.test(part) ? part.replaceAll('.', '%2E') : encodeURIComponent(part))

function filesOf({ folder, name }: PageLocation, page: PageFile, sourceHash: string | undefined) {
	const files = [
		// Written first: it refers to an ETag, so it is ignored until the page with that ETag exists.
		...(sourceHash === undefined ? [] : [[name + SOURCE_HASH_SUFFIX, sourceHashLine(page.etag, sourceHash)] as const]),
		[`${name}.br`, page.br],
		// The plain form is written last: a reader that finds it also finds the compressed form.
		[name, page.html],
	] as const
	return files.map(([form, bytes]) => ({ bytes, unfinished: join(folder, `.${form}.new`), file: join(folder, form) }))
}

/** Returns the page with these forms, or undefined if they differ. @throws if the compressed form is damaged. */
function pageWith([html, br]: [Buffer, Buffer]): PageFile | undefined {
	const unpacked = brotliDecompressSync(br, { maxOutputLength: html.length + 1 })
	return unpacked.equals(html) ? { html, etag: etagOf(html), br } : undefined
}

/** Returns whether a file name is that of a page or of a file beside one, not of a compressed form. */
const isPageFile = (name: string) => name === INDEX || (isFilePath(name) && !/^\.|\.(?:br|from|html)$/.test(name))

/**
 * The folder of published pages: exactly the public pages last known to this node. Files are written under a temporary
 * name and renamed, so a reader (our server after a restart, or nginx) never gets half a page.
 */
export class SiteFolder {
	readonly root: string

	constructor(root: string) {
		this.root = root
	}

	get #pages(): string {
		return join(this.root, 'pages')
	}

	get #stampFile(): string {
		return join(this.root, 'release')
	}

	#locationOf(path: string): PageLocation {
		const parts = path.split('/').filter(Boolean).map(nameOf)
		const name = isFilePath(path) ? parts.pop() : undefined
		return { folder: join(this.#pages, ...parts), name: name ?? INDEX }
	}

	#fileOf(path: string): string {
		const { folder, name } = this.#locationOf(path)
		return join(folder, name)
	}

	stamp(): Promise<string> {
		return readFile(this.#stampFile, 'utf8').catch(() => '')
	}

	/**
	 * Opens the folder. Empties it if it was written for another release or URL, since its pages may need missing
	 * assets.
	 * @returns whether its pages are kept.
	 */
	async open(stamp: string): Promise<boolean> {
		if ((await this.stamp()) === stamp) return true
		await rm(this.root, { recursive: true, force: true })
		// Another web server may read the pages, but only the owner may open the data folder.
		await mkdir(dirname(this.root), { recursive: true, mode: 0o700 })
		await mkdir(this.root, { recursive: true })
		await writeFile(this.#stampFile, stamp)
		return false
	}

	async paths(): Promise<string[]> {
		const names = await readdir(this.#pages, { recursive: true }).catch(() => [])
		return names
			.map((name) => name.split(sep))
			.filter((parts) => isPageFile(parts.at(-1) ?? ''))
			.map((parts) => (parts.at(-1) === INDEX ? parts.slice(0, -1) : parts))
			.map((parts) => `/${parts.map(decodeURIComponent).join('/')}`)
	}

	has(path: string): boolean {
		return existsSync(this.#fileOf(path))
	}

	/** Reads a page. Returns undefined if it is missing, or if its two forms differ after a power loss. */
	async read(path: string): Promise<PageFile | undefined> {
		const file = this.#fileOf(path)
		try {
			return pageWith(await Promise.all([readFile(file), readFile(`${file}.br`)]))
		} catch {
			return undefined
		}
	}

	/** Reads a page synchronously, for a request, so that the page cannot be replaced during the read. */
	readSync(path: string): PageFile | undefined {
		const file = this.#fileOf(path)
		try {
			return pageWith([readFileSync(file), readFileSync(`${file}.br`)])
		} catch {
			return undefined
		}
	}

	/** Writes a page. @param sourceHash hash of the page's sources, for `hasSourceHash`. */
	async write(path: string, page: PageFile, sourceHash?: string): Promise<void> {
		const place = this.#locationOf(path)
		await mkdir(place.folder, { recursive: true })
		const files = filesOf(place, page, sourceHash)
		await Promise.all(files.map(({ unfinished, bytes }) => writeFile(unfinished, bytes)))
		for (const { unfinished, file } of files) await rename(unfinished, file)
	}

	/**
	 * Writes a page synchronously, which blocks this thread: each step is faster than its dispatch to another thread.
	 * @param knownFolders folders known to exist, for writing many pages: files share the folder of their page.
	 */
	writeSync(path: string, page: PageFile, sourceHash?: string, knownFolders?: Set<string>): void {
		const place = this.#locationOf(path)
		if (!knownFolders?.has(place.folder)) mkdirSync(place.folder, { recursive: true })
		knownFolders?.add(place.folder)
		const files = filesOf(place, page, sourceHash)
		for (const { unfinished, bytes } of files) writeFileSync(unfinished, bytes)
		for (const { unfinished, file } of files) renameSync(unfinished, file)
	}

	/** Returns whether the stored page has this ETag and was made from the sources with the hash `from`. */
	hasSourceHash(path: string, etag: string, sourceHash: string): boolean {
		// Synchronous: the dispatch to the thread pool takes ten times as long as reading a line.
		try {
			return readFileSync(this.#fileOf(path) + SOURCE_HASH_SUFFIX, 'utf8') === sourceHashLine(etag, sourceHash)
		} catch {
			return false
		}
	}

	/** Records the current hash of the sources for the stored page with this ETag. */
	async writeSourceHash(path: string, etag: string, sourceHash: string): Promise<void> {
		await writeFile(this.#fileOf(path) + SOURCE_HASH_SUFFIX, sourceHashLine(etag, sourceHash))
	}

	/** Removes a page but not the pages below it. */
	async remove(path: string): Promise<void> {
		const file = this.#fileOf(path)
		for (const suffix of ['', '.br', SOURCE_HASH_SUFFIX]) await rm(file + suffix, { force: true })
	}
}
