import { createHash } from 'node:crypto'
import { gt, max } from 'drizzle-orm'
import { database, db } from '#db/client.ts'
import { onInserted } from '#db/inserted.ts'
import { publishEvents } from '#db/schema/platform/operations.ts'
import { etagOf, type KnownFile, type StaticStore } from '#src/platform/http/files/static-store.ts'
import { garbageLimiter } from '#src/platform/jobs/collect-garbage.ts'
import { log } from '#src/platform/log.ts'
import { isManagedPath, pagesOf, statusPaths } from '../public-pages/all.ts'
import { mapConcurrently } from './concurrency.ts'
import { putPage, toPageFile, toStaticFile } from './page-file.ts'
import type { RenderPage } from './page-renderer.ts'
import { createWriter, type PageWriter, ThreadWriter } from './page-writer.ts'
import { bufferOf, isFilePath, type SiteFolder } from './site-folder.ts'

/** Backoff before a failed page is rendered again, in milliseconds: doubles from the first to the second value. */
export const RETRY_MS = 2_000
const MAX_RETRY_MS = 5 * 60_000
/** Concurrent renderings: while some pages are compressed off the event loop, another is rendered. */
const MAX_CONCURRENT_RENDERS = 8
/** Pages whose content is read together, about 60 kB each. */
const READ_BATCH = 16
/** Number of pages from which a separate thread compresses and writes. */
const THREAD_THRESHOLD = 24

let insertedHere = 0
onInserted('publish_events', () => insertedHere++)

export interface PageMakerOptions {
	store: StaticStore
	folder: SiteFolder
	/** Renders the render route of a public page; 404 if there is no such page. */
	render: RenderPage
	/**
	 * Returns all content of these pages apart from what `fingerprint` identifies. Leaves out missing pages and those
	 * whose content cannot be determined. A page with unchanged content is not rendered again.
	 */
	contentsOf?(paths: readonly string[]): Promise<ReadonlyMap<string, unknown>>
	/** Identifies everything else that determines a page's bytes, such as the build and the settings. */
	fingerprint?(): string
}

/**
 * Reads page content in batches ahead of use: one query for many pages takes half the time of a query per page. If a
 * batch fails, its pages are read separately, so one page does not block the others.
 */
function batchedContents(paths: readonly string[], read: PageMakerOptions['contentsOf']) {
	let startedGroup = -1
	let batch: Promise<ReadonlyMap<string, unknown>> = Promise.resolve(new Map())
	return async (at: number): Promise<unknown> => {
		const path = paths[at] as string
		const group = Math.floor(at / READ_BATCH)
		if (read && group > startedGroup) {
			startedGroup = group
			batch = read(paths.slice(group * READ_BATCH, (group + 1) * READ_BATCH))
		}
		const contents = await batch.catch(() => read?.([path]))
		return contents?.get(path)
	}
}

export class PageMaker {
	readonly #options: PageMakerOptions
	readonly #failed = new Map<string, { tries: number; at: number }>()
	/** Pages withdrawn by another node, with the queue position: they stay away until that position is published. */
	readonly #withdrawn = new Map<string, number>()
	#later: { name: string; pages: Promise<ReadonlySet<string>> } | undefined
	/** The end of the queue at a given number of inserts by this process. */
	#queueEnd: { seq: number; inserted: number } | undefined

	constructor(options: PageMakerOptions) {
		this.#options = options
	}

	get isComplete(): boolean {
		return this.#failed.size === 0
	}

	retryTimes(): number[] {
		return [...this.#failed.values()].map(({ at }) => at)
	}

	/** Removes pages that are gone as of this queue position, until that position is reached. */
	async withdraw(paths: string[], seq: number): Promise<void> {
		for (const path of paths) {
			this.#withdrawn.set(path, seq)
			this.#options.store.remove(path)
		}
		await Promise.all(paths.map((path) => this.#options.folder.remove(path)))
	}

	/** Marks the queue as published up to this position: pages withdrawn before it may exist again. */
	reach(seq: number): void {
		for (const [path, since] of this.#withdrawn) if (since <= seq) this.#withdrawn.delete(path)
	}

	pathsToRetry(): string[] {
		const now = Date.now()
		return [...this.#failed].filter(([, { at }]) => at <= now).map(([path]) => path)
	}

	/**
	 * Publishes each path independently: a page that fails does not block the others. It is retried with backoff, and
	 * at each start.
	 * @param upTo the queue position read before; pages changed after it are rendered again.
	 * @returns the paths whose bytes changed.
	 */
	async publish(paths: string[], upTo: number): Promise<string[]> {
		const { folder } = this.#options
		const writer = paths.length < THREAD_THRESHOLD ? createWriter(folder) : new ThreadWriter(folder)
		const contentAt = batchedContents(paths, this.#options.contentsOf)
		const limitGarbage = garbageLimiter()
		const make = async (path: string, at: number) => {
			const isChanged = await this.#tryPublish(path, upTo, writer, contentAt(at))
			if ((at + 1) % READ_BATCH === 0) limitGarbage()
			return isChanged
		}
		// Render the edited page first, then the lists that show it: with a thousand courses, the list of all courses
		// takes several times as long as the page that the author is waiting for.
		const first = await mapConcurrently(paths.slice(0, paths.length < THREAD_THRESHOLD ? 1 : 0), 1, make)
		const others = await mapConcurrently(paths.slice(first.length), MAX_CONCURRENT_RENDERS, (path, at) =>
			make(path, at + first.length),
		)
		const results = [...first, ...others]
		await writer.end()
		return paths.filter((_, index) => results[index])
	}

	async #tryPublish(path: string, upTo: number, writer: PageWriter, reading: Promise<unknown>): Promise<boolean> {
		try {
			const isChanged = await this.#publishOne(path, upTo, writer, await reading)
			this.#failed.delete(path)
			return isChanged
		} catch (error) {
			const tries = (this.#failed.get(path)?.tries ?? 0) + 1
			const delay = Math.min(RETRY_MS * 2 ** (tries - 1), MAX_RETRY_MS)
			this.#failed.set(path, { tries, at: Date.now() + delay })
			log.error({ err: error, path, tries }, 'a page could not be published; trying again')
			return false
		}
	}

	async #publishOne(path: string, upTo: number, writer: PageWriter, content: unknown): Promise<boolean> {
		const { store, folder, render } = this.#options
		// A file is its own content: rendering it costs no more than hashing, and a hash would be another file on disk.
		const sourceHash = content === undefined || isFilePath(path) ? undefined : this.#hashSources(content)
		if (sourceHash && this.#isUpToDate(path, sourceHash)) return false
		const response = await render(path, content)
		if (response.status === 404) {
			// Keep the build's status page until another one renders: without it there would be no error page.
			if (statusPaths.includes(path)) return false
			const existed = store.peek(path) !== undefined
			store.remove(path)
			await folder.remove(path)
			return existed
		}
		if (response.status !== 200) throw new Error(`The page ${path} was rendered with status ${response.status}`)
		const html = bufferOf(await response.bytes())
		const known = store.peek(path)
		// If no page is known, the writer computes the ETag.
		const etag = known && etagOf(html)
		if (known && known.etag === etag) {
			await this.#keepUnchanged(path, known, html, writer, sourceHash)
			return false
		}
		// The page was removed while it was rendered.
		if (this.#isWithdrawn(path, upTo)) return false
		if (!isManagedPath(path)) {
			store.put(path, toStaticFile(await toPageFile(path, html), path))
			return true
		}
		const page = await writer.write(path, { html, etag }, sourceHash)
		// Until a page has a file, visitors get the render route, which may be newer than this rendering: they would see
		// the page revert. The change is next in the queue.
		if (store.peek(path) === undefined && (await this.#isChangedAfter(upTo, path))) return false
		if (this.#isWithdrawn(path, upTo)) {
			await folder.remove(path)
			return false
		}
		putPage(store, folder, path, page)
		return true
	}

	/** Keeps an unchanged page of the build in the folder: a start without the database serves only the folder. */
	async #keepUnchanged(
		path: string,
		known: KnownFile,
		html: Buffer,
		writer: PageWriter,
		sourceHash: string | undefined,
	) {
		const { store, folder } = this.#options
		if (isManagedPath(path) && !folder.has(path)) {
			const page = await writer.write(path, { html, etag: known.etag }, sourceHash)
			// The build compresses harder than the writer, but a page with a rewritten address was compressed fast.
			const br = known.br && known.br.length < page.br.length ? known.br : page.br
			// Put it again, since the store may evict a page of the folder.
			if (store.peek(path) === known) putPage(store, folder, path, { ...page, br })
		} else if (sourceHash) await folder.writeSourceHash(path, known.etag, sourceHash)
	}

	/** Hashes the sources of a page: the same hash means the same page. */
	#hashSources(content: unknown): string {
		return createHash('sha256')
			.update(`${this.#options.fingerprint?.() ?? ''}\0${JSON.stringify(content)}`)
			.digest('base64url')
	}

	#isUpToDate(path: string, sourceHash: string): boolean {
		const known = this.#options.store.peek(path)
		const { folder } = this.#options
		// The hash file is written before the page, so after a kill it may exist without the page.
		return known !== undefined && folder.has(path) && folder.hasSourceHash(path, known.etag, sourceHash)
	}

	#isWithdrawn(path: string, upTo: number): boolean {
		return (this.#withdrawn.get(path) ?? 0) > upTo
	}

	/** Returns whether queue entries after `seq` affect the page. Called for each new page; reads only if any exist. */
	async #isChangedAfter(seq: number, path: string): Promise<boolean> {
		const inserted = insertedHere
		// No other process writes to a database file.
		if (database().file && this.#queueEnd?.seq === seq && this.#queueEnd.inserted === inserted) return false
		const [{ last } = { last: null }] = await db()
			.select({ last: max(publishEvents.seq) })
			.from(publishEvents)
		if ((last ?? 0) <= seq) {
			this.#queueEnd = { seq, inserted }
			return false
		}
		const name = `${seq} ${last}`
		if (this.#later?.name !== name)
			this.#later = { name, pages: this.#pagesAfter(seq).catch((error: unknown) => this.#clearLater(error)) }
		return (await this.#later.pages).has(path)
	}

	#clearLater(error: unknown): never {
		this.#later = undefined
		throw error
	}

	async #pagesAfter(seq: number): Promise<ReadonlySet<string>> {
		const events = await db()
			.selectDistinct({ path: publishEvents.path })
			.from(publishEvents)
			.where(gt(publishEvents.seq, seq))
		return new Set(await pagesOf(events.map((event) => event.path)))
	}
}
