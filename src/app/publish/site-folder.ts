import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { etagOf } from '#src/platform/http/files/static-store.ts'
import { isFilePath } from './file-path.ts'

/** One page as it lies on disk: the HTML, or the text of a file beside a page, and its compressed form. */
export interface PageFile {
	html: Buffer
	/** Of the HTML, with its quotes. */
	etag: string
	br: Buffer
}

/** The same bytes as a buffer. */
export const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)

/** The memory of these bytes, where it holds nothing else: it can be handed to another thread as it is. */
export const ownMemory = ({ buffer, byteLength }: Uint8Array) =>
	buffer instanceof ArrayBuffer && byteLength === buffer.byteLength ? [buffer] : []

/** What ends the name of the file beside each page that says which one it is, and what it was made from. */
const FROM = '.from'
const INDEX = 'index.html'
const fromLine = (etag: string, from: string) => `${etag} ${from}\n`

/** Where a page lies: a folder of its own, or for a file beside a page the name that its path ends in. */
interface PageLocation {
	folder: string
	name: string
}

/** A part of a path as the name of a folder or file. Ids may come from an import, and `..` would lead out of the folder. */
const nameOf = (part: string) => (/^\.+$/.test(part) ? part.replaceAll('.', '%2E') : encodeURIComponent(part))

/** What is written for a page, in the order in which it is put in place. */
function filesOf({ folder, name }: PageLocation, page: PageFile, from: string | undefined) {
	const forms = [
		// First: until the page of this name is there it speaks of none.
		...(from === undefined ? [] : [[name + FROM, fromLine(page.etag, from)] as const]),
		[`${name}.br`, page.br],
		// The plain form last: whoever sees it finds the other.
		[name, page.html],
	] as const
	return forms.map(([form, bytes]) => ({ bytes, unfinished: join(folder, `.${form}.new`), file: join(folder, form) }))
}

/** Whether a file of this name is a page, or a file beside one, and not another form of it. */
const isWhole = (name: string) => name === INDEX || (isFilePath(name) && !/^\.|\.(?:br|from|html)$/.test(name))

/**
 * The folder of published pages: all that are public, as this node last knew them, and no others. Each file is written
 * under a temporary name and renamed into place, so that a reader (our server after a restart, or nginx beside it) never
 * meets half a page.
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

	#placeOf(path: string): PageLocation {
		const parts = path.split('/').filter(Boolean).map(nameOf)
		const name = isFilePath(path) ? parts.pop() : undefined
		return { folder: join(this.#pages, ...parts), name: name ?? INDEX }
	}

	#fileOf(path: string): string {
		const { folder, name } = this.#placeOf(path)
		return join(folder, name)
	}

	/** What the folder was written for; empty where there is none. */
	stamp(): Promise<string> {
		return readFile(this.#stampFile, 'utf8').catch(() => '')
	}

	/**
	 * Whether the folder was written for this very release and address. Where it was not it is emptied, since its
	 * pages name assets that may be gone.
	 */
	async open(stamp: string): Promise<boolean> {
		if ((await this.stamp()) === stamp) return true
		await rm(this.root, { recursive: true, force: true })
		// Another web server may read the pages; the data folder around them is its owner's to open.
		await mkdir(dirname(this.root), { recursive: true, mode: 0o700 })
		await mkdir(this.root, { recursive: true })
		await writeFile(this.#stampFile, stamp)
		return false
	}

	/** The paths of all pages that are here. */
	async paths(): Promise<string[]> {
		const names = await readdir(this.#pages, { recursive: true }).catch(() => [])
		return names
			.map((name) => name.split(sep))
			.filter((parts) => isWhole(parts.at(-1) ?? ''))
			.map((parts) => (parts.at(-1) === INDEX ? parts.slice(0, -1) : parts))
			.map((parts) => `/${parts.map(decodeURIComponent).join('/')}`)
	}

	has(path: string): boolean {
		return existsSync(this.#fileOf(path))
	}

	/** Undefined where the page is not here, or its two forms are not one: a machine that lost power may have left that. */
	async read(path: string): Promise<PageFile | undefined> {
		const file = this.#fileOf(path)
		try {
			const [html, br] = await Promise.all([readFile(file), readFile(`${file}.br`)])
			const unpacked = brotliDecompressSync(br, { maxOutputLength: html.length + 1 })
			return unpacked.equals(html) ? { html, etag: etagOf(html), br } : undefined
		} catch {
			return undefined
		}
	}

	/** @param from names what the page was made from, for `isMadeFrom`. */
	async write(path: string, page: PageFile, from?: string): Promise<void> {
		const place = this.#placeOf(path)
		await mkdir(place.folder, { recursive: true })
		const files = filesOf(place, page, from)
		await Promise.all(files.map(({ unfinished, bytes }) => writeFile(unfinished, bytes)))
		for (const { unfinished, file } of files) await rename(unfinished, file)
	}

	/**
	 * The same on this thread, which answers nobody meanwhile: a step takes less time than to be handed to another.
	 * @param made folders that are known to be there, for who writes many in a row: pages have files beside them.
	 */
	writeHere(path: string, page: PageFile, from?: string, made?: Set<string>): void {
		const place = this.#placeOf(path)
		if (!made?.has(place.folder)) mkdirSync(place.folder, { recursive: true })
		made?.add(place.folder)
		const files = filesOf(place, page, from)
		for (const { unfinished, bytes } of files) writeFileSync(unfinished, bytes)
		for (const { unfinished, file } of files) renameSync(unfinished, file)
	}

	/** Whether the page that has this ETag lies here, and was made from what `from` names. */
	isMadeFrom(path: string, etag: string, from: string): boolean {
		// On this thread: to be handed to others and back, step by step, takes ten times as long as to read a line.
		try {
			return readFileSync(this.#fileOf(path) + FROM, 'utf8') === fromLine(etag, from)
		} catch {
			return false
		}
	}

	/** Says of the page that lies here, and has this ETag, what it would be made from now. */
	async noteFrom(path: string, etag: string, from: string): Promise<void> {
		await writeFile(this.#fileOf(path) + FROM, fromLine(etag, from))
	}

	/** Takes the page away; pages below it stay. */
	async remove(path: string): Promise<void> {
		const file = this.#fileOf(path)
		for (const ending of ['', '.br', FROM]) await rm(file + ending, { force: true })
	}
}
