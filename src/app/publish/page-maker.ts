import { gt } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { publishEvents } from '#db/schema/operations.ts'
import type { StaticStore } from '#src/platform/http/static-store.ts'
import { log } from '#src/platform/log.ts'
import { isManagedPath, pagesOf, statusPaths } from '../public-pages/all.ts'
import { mapInFlight } from './in-flight.ts'
import { toPageFile, toStaticFile } from './page-file.ts'
import { type SiteFolder, stableHtml } from './site-folder.ts'
import type { Rendered } from './twin-renderer.ts'

/** Pause before a page that could not be rendered is tried again, doubling up to the second, in milliseconds. */
export const RETRY_MS = 2_000
const MAX_RETRY_MS = 5 * 60_000
/** Pages in the making at a time: while some are compressed beside the event loop, another is rendered. */
const IN_FLIGHT = 8

export interface PageMakerOptions {
	store: StaticStore
	folder: SiteFolder
	/** Renders the twin of a public page; 404 when there is no such page (any more). */
	render(path: string): Promise<Rendered>
}

/** Renders public pages and puts them on disk and into the store, or takes them away. */
export class PageMaker {
	readonly #options: PageMakerOptions
	/** Pages that could not be rendered, and when they are tried again. */
	readonly #failed = new Map<string, { tries: number; at: number }>()
	/** Pages that another node says are gone, and at which position of the queue: not put back before that is published. */
	readonly #withdrawn = new Map<string, number>()

	constructor(options: PageMakerOptions) {
		this.#options = options
	}

	/** Whether every page could be rendered when it was tried last. */
	get isWhole(): boolean {
		return this.#failed.size === 0
	}

	/** When failed pages are tried again. */
	retryTimes(): number[] {
		return [...this.#failed.values()].map(({ at }) => at)
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
		const results = await mapInFlight(paths, IN_FLIGHT, (path) => this.#tryOne(path, upTo))
		return paths.filter((_, index) => results[index])
	}

	async #tryOne(path: string, upTo: number): Promise<boolean> {
		try {
			const isChanged = await this.#publishOne(path, upTo)
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

	async #publishOne(path: string, upTo: number): Promise<boolean> {
		const { store, folder, render } = this.#options
		const response = await render(path)
		if (response.status === 404) {
			// The page of a status is the build's until there is another: without it nothing would be left to say.
			if (statusPaths.includes(path)) return false
			const had = store.get(path) !== undefined
			store.remove(path)
			await folder.remove(path)
			return had
		}
		if (response.status !== 200) throw new Error(`The page ${path} was rendered with status ${response.status}`)
		const html = Buffer.from(stableHtml(await response.text()))
		const known = store.get(path)
		if (known?.identity.equals(html)) {
			// As the build made it. A start without the database serves what the folder has, and nothing else.
			if (isManagedPath(path) && !folder.has(path)) await folder.write(path, await toPageFile(html))
			return false
		}
		const page = await toPageFile(html)
		// It was there when we rendered it, and is not any more.
		if (this.#isWithdrawn(path, upTo)) return false
		if (!isManagedPath(path)) {
			store.put(path, toStaticFile(page, path))
			return true
		}
		await folder.write(path, page)
		// Until a page has a file its visitors get the twin, which may be ahead of this rendering by now: they would see
		// the page go back. What changed it is next in the queue.
		if (store.get(path) === undefined && (await this.#isChangedAfter(upTo, path))) return false
		if (this.#isWithdrawn(path, upTo)) {
			await folder.remove(path)
			return false
		}
		store.put(path, toStaticFile(page))
		return true
	}

	#isWithdrawn(path: string, upTo: number): boolean {
		return (this.#withdrawn.get(path) ?? 0) > upTo
	}

	async #isChangedAfter(seq: number, path: string): Promise<boolean> {
		const later = await db()
			.selectDistinct({ path: publishEvents.path })
			.from(publishEvents)
			.where(gt(publishEvents.seq, seq))
		return (await pagesOf(later.map((event) => event.path))).includes(path)
	}
}
