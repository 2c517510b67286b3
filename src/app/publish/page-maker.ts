import { createHash } from 'node:crypto'
import { gt, max } from 'drizzle-orm'
import { database, db } from '#db/client.ts'
import { onInserted } from '#db/inserted.ts'
import { publishEvents } from '#db/schema/operations.ts'
import { etagOf, type StaticFile, type StaticStore } from '#src/platform/http/files/static-store.ts'
import { log } from '#src/platform/log.ts'
import { isManagedPath, pagesOf, statusPaths } from '../public-pages/all.ts'
import { mapConcurrently } from './concurrency.ts'
import { isFilePath } from './file-path.ts'
import { nearlyFits, toPageFile, toStaticFile } from './page-file.ts'
import type { RenderPage } from './page-renderer.ts'
import { type PageWriter, WriterOfMany, writerOfFew } from './page-writer.ts'
import { bufferOf, type PageFile, type SiteFolder } from './site-folder.ts'
import { TightPages } from './tight-pages.ts'

/** Pause before a page that could not be rendered is tried again, doubling up to the second, in milliseconds. */
export const RETRY_MS = 2_000
const MAX_RETRY_MS = 5 * 60_000
/** Pages in the making at a time: while some are compressed beside the event loop, another is rendered. */
const IN_FLIGHT = 8
/** Pages whose content is read at a time, of some 60 kB each. */
const READ_AT_ONCE = 16
/** From so many pages on a thread of its own compresses and writes them. */
const MANY = 24

/** How often this process has put something into the queue. */
let insertedHere = 0
onInserted('publish_events', () => insertedHere++)

export interface PageMakerOptions {
	store: StaticStore
	folder: SiteFolder
	/** Renders the render route of a public page; 404 when there is no such page (any more). */
	render: RenderPage
	/**
	 * All that these pages show, apart from what `madeBy` names, without those that are not there, or of which it cannot be
	 * said. A page that was made from the same is not rendered again.
	 */
	contentsOf?(paths: readonly string[]): Promise<ReadonlyMap<string, unknown>>
	/** Names whatever else decides the bytes of a page now: the build, the settings, the program. */
	madeBy?(): string
}

/**
 * What pages show, for each in its turn: read together with that of those which come next, since one reading for many
 * takes half of the time that one for each does. Where it fails a page is read by itself: one holds up no other.
 */
function contentsInTurn(paths: readonly string[], read: PageMakerOptions['contentsOf']) {
	let begun = -1
	let reading: Promise<ReadonlyMap<string, unknown>> = Promise.resolve(new Map())
	return async (at: number): Promise<unknown> => {
		const path = paths[at] as string
		const group = Math.floor(at / READ_AT_ONCE)
		if (read && group > begun) {
			begun = group
			reading = read(paths.slice(group * READ_AT_ONCE, (group + 1) * READ_AT_ONCE))
		}
		const contents = await reading.catch(() => read?.([path]))
		return contents?.get(path)
	}
}

/** Renders public pages and puts them on disk and into the store, or takes them away. */
export class PageMaker {
	readonly #options: PageMakerOptions
	readonly #tight: TightPages
	/** Pages that could not be rendered, and when they are tried again. */
	readonly #failed = new Map<string, { tries: number; at: number }>()
	/** Pages that another node says are gone, and at which position of the queue: not put back before that is published. */
	readonly #withdrawn = new Map<string, number>()
	/** The pages that what came into the queue meanwhile will change. */
	#later: { name: string; pages: Promise<ReadonlySet<string>> } | undefined
	/** The queue ended at this position when this process had put so much into it. */
	#unchanged: { seq: number; inserted: number } | undefined

	constructor(options: PageMakerOptions) {
		this.#options = options
		this.#tight = new TightPages(options)
	}

	/** Whether every page could be rendered when it was tried last. */
	get isWhole(): boolean {
		return this.#failed.size === 0
	}

	/** When there is something to do again: pages that failed, and those that are compressed harder at leisure. */
	retryTimes(): number[] {
		return [...[...this.#failed.values()].map(({ at }) => at), ...this.#tight.dueTimes()]
	}

	/** Compresses one page harder, if nothing else was published for a while. */
	async tightenOne(): Promise<void> {
		await this.#tight.tightenOne()
	}

	/** Takes pages away that were gone at this position of the queue, until it is reached. */
	async withdraw(paths: string[], seq: number): Promise<void> {
		for (const path of paths) {
			this.#withdrawn.set(path, seq)
			this.#options.store.remove(path)
		}
		await Promise.all(paths.map((path) => this.#options.folder.remove(path)))
	}

	/** All up to this position of the queue is published: what was withdrawn before it may be there again. */
	reach(seq: number): void {
		for (const [path, since] of this.#withdrawn) if (since <= seq) this.#withdrawn.delete(path)
	}

	/** The failed pages whose pause is over. */
	dueAgain(): string[] {
		const now = Date.now()
		return [...this.#failed].filter(([, { at }]) => at <= now).map(([path]) => path)
	}

	/**
	 * Publishes each path by itself: one page that cannot be rendered holds up no other. It is tried again with
	 * growing pauses, and at each start.
	 * @param upTo the position of the queue that was read before; what comes after it is rendered again.
	 * @returns the paths whose bytes changed.
	 */
	async publish(paths: string[], upTo: number): Promise<string[]> {
		const { folder } = this.#options
		const writer = paths.length < MANY ? writerOfFew(folder) : new WriterOfMany(folder)
		const contentAt = contentsInTurn(paths, this.#options.contentsOf)
		const make = (path: string, at: number) => this.#tryOne(path, upTo, writer, contentAt(at))
		this.#tight.wait()
		// What somebody changed stands first, and the lists that show something of it behind: of a thousand courses that of
		// all takes several times as long as the page that its author waits for.
		const first = await mapConcurrently(paths.slice(0, paths.length < MANY ? 1 : 0), 1, make)
		const others = await mapConcurrently(paths.slice(first.length), IN_FLIGHT, (path, at) =>
			make(path, at + first.length),
		)
		const results = [...first, ...others]
		await writer.end()
		return paths.filter((_, index) => results[index])
	}

	async #tryOne(path: string, upTo: number, writer: PageWriter, reading: Promise<unknown>): Promise<boolean> {
		try {
			const isChanged = await this.#publishOne(path, upTo, writer, await reading)
			this.#failed.delete(path)
			return isChanged
		} catch (error) {
			const tries = (this.#failed.get(path)?.tries ?? 0) + 1
			const pause = Math.min(RETRY_MS * 2 ** (tries - 1), MAX_RETRY_MS)
			this.#failed.set(path, { tries, at: Date.now() + pause })
			log.error({ err: error, path, tries }, 'a page could not be published; trying again')
			return false
		}
	}

	async #publishOne(path: string, upTo: number, writer: PageWriter, content: unknown): Promise<boolean> {
		const { store, folder, render } = this.#options
		// A file beside a page is its content: to make it costs no more than to name it, and a name is a file more.
		const from = content === undefined || isFilePath(path) ? undefined : this.#nameOf(content)
		if (from && this.#isMadeFrom(path, from)) return false
		const response = await render(path, content)
		if (response.status === 404) {
			// The page of a status is the build's until there is another: without it nothing would be left to say.
			if (statusPaths.includes(path)) return false
			const had = store.get(path) !== undefined
			store.remove(path)
			await folder.remove(path)
			return had
		}
		if (response.status !== 200) throw new Error(`The page ${path} was rendered with status ${response.status}`)
		const html = bufferOf(await response.bytes())
		const known = store.get(path)
		// Who writes it makes the ETag of one that there is nothing to compare with.
		const etag = known && etagOf(html)
		if (known && known.etag === etag) {
			await this.#keepAsItIs(path, known, html, writer, from)
			return false
		}
		// It was there when we rendered it, and is not any more.
		if (this.#isWithdrawn(path, upTo)) return false
		if (!isManagedPath(path)) {
			store.put(path, toStaticFile(await toPageFile(path, html), path))
			return true
		}
		const page = await writer.write(path, { html, etag }, from)
		// Until a page has a file its visitors get the render route, which may be ahead of this rendering by now: they would see
		// the page go back. What changed it is next in the queue.
		if (store.get(path) === undefined && (await this.#isChangedAfter(upTo, path))) return false
		if (this.#isWithdrawn(path, upTo)) {
			await folder.remove(path)
			return false
		}
		this.#put(path, page)
		return true
	}

	#put(path: string, page: PageFile): void {
		this.#options.store.put(path, toStaticFile(page, path))
		if (nearlyFits(page)) this.#tight.add(path, page.etag)
	}

	/** The page is as the build made it. A start without the database serves what the folder has, and nothing else. */
	async #keepAsItIs(path: string, known: StaticFile, html: Buffer, writer: PageWriter, from: string | undefined) {
		const { folder } = this.#options
		if (isManagedPath(path) && !folder.has(path)) {
			const { br, ...page } = await writer.write(path, { html, etag: known.etag }, from)
			// A text whose address was changed at the start was compressed in haste.
			if (br.length < (known.br?.length ?? 0)) this.#put(path, { ...page, br })
			// The build does not compress as hard as leisure allows, either.
			else if (nearlyFits({ br })) this.#tight.add(path, page.etag)
		} else if (from) await folder.noteFrom(path, known.etag, from)
	}

	/** Names what a page is made from: the same name, the same page. */
	#nameOf(content: unknown): string {
		return createHash('sha256')
			.update(`${this.#options.madeBy?.() ?? ''}\0${JSON.stringify(content)}`)
			.digest('base64url')
	}

	#isMadeFrom(path: string, from: string): boolean {
		const known = this.#options.store.get(path)
		const { folder } = this.#options
		// The name is put in place before the page: after a kill in between it may stand there alone.
		return known !== undefined && folder.has(path) && folder.isMadeFrom(path, known.etag, from)
	}

	#isWithdrawn(path: string, upTo: number): boolean {
		return (this.#withdrawn.get(path) ?? 0) > upTo
	}

	/** Asked for each page that is new: what the queue has after `seq` is looked at again only where it grew. */
	async #isChangedAfter(seq: number, path: string): Promise<boolean> {
		const inserted = insertedHere
		// Nobody else writes to a file.
		if (database().file && this.#unchanged?.seq === seq && this.#unchanged.inserted === inserted) return false
		const [{ last } = { last: null }] = await db()
			.select({ last: max(publishEvents.seq) })
			.from(publishEvents)
		if ((last ?? 0) <= seq) {
			this.#unchanged = { seq, inserted }
			return false
		}
		const name = `${seq} ${last}`
		if (this.#later?.name !== name)
			this.#later = { name, pages: this.#pagesAfter(seq).catch((error: unknown) => this.#forgetLater(error)) }
		return (await this.#later.pages).has(path)
	}

	#forgetLater(error: unknown): never {
		this.#later = undefined
		throw error
	}

	async #pagesAfter(seq: number): Promise<ReadonlySet<string>> {
		const later = await db()
			.selectDistinct({ path: publishEvents.path })
			.from(publishEvents)
			.where(gt(publishEvents.seq, seq))
		return new Set(await pagesOf(later.map((event) => event.path)))
	}
}
