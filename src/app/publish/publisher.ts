import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { gt, max } from 'drizzle-orm'
import { DatabaseUnavailableError, db, write } from '#db/client.ts'
import { publishEvents } from '#db/schema/operations.ts'
import type { StaticFile, StaticStore } from '#src/platform/http/static-store.ts'
import { makeStaticFile, PAGE_CACHE_CONTROL } from '#src/platform/http/static-store.ts'
import { log } from '#src/platform/log.ts'
import { notePublished, onPublishNudge } from '#src/platform/publish-queue.ts'
import { publicPages, withDependants } from '../public-pages/all.ts'
import { announceChanges } from './announce.ts'
import { type PageFile, type SiteFolder, stableHtml } from './site-folder.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** How often the queue is looked at for what other nodes put there, in milliseconds. Own changes are nudged. */
const LOOK_EVERY_MS = 2_000
/** Pause before a page that could not be rendered is tried again, doubling up to the second, in milliseconds. */
const RETRY_MS = 2_000
const MAX_RETRY_MS = 5 * 60_000
/** Pages rendered before the event loop serves others again. */
const BATCH = 8

export interface PublisherOptions {
	store: StaticStore
	folder: SiteFolder
	/** Changes with the build and the public address: pages of another release are not reused. */
	stamp: string
	/** Renders the twin of a public page; 404 when there is no such page (any more). */
	render(path: string): Promise<Response>
	/** The page as the build rendered it, to serve until it was rendered anew. */
	readBuiltPage(path: string): StaticFile | undefined
	/** Called after pages changed. */
	onPublished?(paths: string[]): void
}

/** What of the built site renders its pages. */
export interface TwinApp {
	render(
		request: Request,
		options: { locals: object; prerenderedErrorPageFetch: (url: string) => Promise<Response> },
	): Promise<Response>
}

/** Renders the on-demand twin of a public page in this process. */
export const twinRenderer =
	(app: TwinApp, publicUrl: string): PublisherOptions['render'] =>
	(path) =>
		app.render(new Request(`${publicUrl}/twin${path === '/' ? '' : path}`), {
			// What opens the twin routes: nothing outside this process can set it.
			locals: { twin: true },
			// Astro would fetch its 404 page from the public address: a request to ourselves for each unknown path.
			prerenderedErrorPageFetch: async () => new Response(null, { status: 404 }),
		})

/**
 * Brotli with a window of 64 kB: a larger one has tables of some 30 MB made and cleared for every page, which takes
 * ten times as long as the compressing (29 ms against 3), and hardly makes a page smaller.
 */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 16 }

async function toPageFile(html: Buffer): Promise<PageFile> {
	const [br, gz] = await Promise.all([
		brotli(html, { params: { ...BROTLI, [constants.BROTLI_PARAM_SIZE_HINT]: html.length } }),
		gzipped(html, { level: 9 }),
	])
	return { html, br, gzip: gz }
}

const toStaticFile = (page: PageFile): StaticFile =>
	makeStaticFile(page.html, {
		contentType: 'text/html; charset=utf-8',
		cacheControl: PAGE_CACHE_CONTROL,
		br: page.br,
		gzip: page.gzip,
	})

/**
 * Keeps the public pages as static files: reads the queue of changed paths, renders each page in this process,
 * puts it on disk and into the store in one step, and takes unpublished ones away.
 */
export class Publisher {
	readonly #options: PublisherOptions
	/** Queue position up to which this node has published. In memory only: a start reconciles everything. */
	#cursor = 0
	#isReconciled = false
	/** Pages that could not be rendered, and when they are tried again. */
	readonly #failed = new Map<string, { tries: number; at: number }>()
	#working: Promise<void> | undefined
	#again = false
	#timer: NodeJS.Timeout | undefined
	#unsubscribe: (() => void) | undefined

	constructor(options: PublisherOptions) {
		this.#options = options
	}

	/** Puts every public page into the store from what the last run or the build left. Fast: nothing is rendered. */
	async load(): Promise<void> {
		const { store, folder, stamp, readBuiltPage } = this.#options
		const isOurs = await folder.open(stamp)
		for (const { path } of await publicPages()) {
			const kept = isOurs ? await folder.read(path) : undefined
			const file = kept ? toStaticFile(kept) : readBuiltPage(path)
			if (file) store.put(path, file)
		}
	}

	/** Renders everything once, then follows the queue until `stop`. */
	start(): void {
		this.#unsubscribe = onPublishNudge(() => this.#work())
		this.#working = this.#reconcile().finally(() => this.#rest())
	}

	async stop(): Promise<void> {
		this.#unsubscribe?.()
		clearTimeout(this.#timer)
		this.#again = false
		await this.#working
		clearTimeout(this.#timer)
	}

	/** Resolves once nothing is being published. */
	async idle(): Promise<void> {
		while (this.#working) await this.#working
	}

	/**
	 * A public page that has no file yet, rendered for this one answer. Undefined when there is no such page.
	 * @throws {DatabaseUnavailableError} when nobody can know whether there is; any other error when it cannot be rendered.
	 */
	async renderNow(path: string): Promise<StaticFile | undefined> {
		const response = await this.#options.render(path)
		if (response.status === 503)
			throw new DatabaseUnavailableError(`${path} could not be rendered without the database`)
		if (response.status >= 500) throw new Error(`${path} could not be rendered`)
		const html = Buffer.from(stableHtml(await response.text()))
		if (response.status === 200) return toStaticFile(await toPageFile(html))
		const contentType = response.headers.get('Content-Type') ?? ''
		// A kind of page may have its own words for one that is not there.
		if (response.status !== 404 || !contentType.startsWith('text/html')) return undefined
		return makeStaticFile(html, { contentType: 'text/html; charset=utf-8', cacheControl: 'no-cache', status: 404 })
	}

	#work(): void {
		if (this.#working) {
			this.#again = true
			return
		}
		clearTimeout(this.#timer)
		const work = this.#isReconciled ? this.#drain() : this.#reconcile()
		this.#working = work.finally(() => this.#rest())
	}

	#rest(): void {
		this.#working = undefined
		if (!this.#unsubscribe) return
		if (this.#again) {
			this.#again = false
			this.#work()
			return
		}
		this.#timer = setTimeout(() => this.#work(), LOOK_EVERY_MS)
		this.#timer.unref()
	}

	async #reconcile(): Promise<void> {
		try {
			const [last] = await db()
				.select({ seq: max(publishEvents.seq) })
				.from(publishEvents)
			const paths = (await publicPages()).map(({ path }) => path)
			const seq = last?.seq ?? 0
			const changed = await this.#publish(paths, seq)
			this.#cursor = seq
			this.#isReconciled = true
			log.info({ pages: paths.length, changed: changed.length }, 'public pages reconciled')
			notePublished(this.#cursor)
			await this.#announce(changed)
		} catch (error) {
			// Only the database can fail here; the next look begins anew.
			log.error({ err: error }, 'public pages could not be reconciled; trying again')
		}
	}

	async #drain(): Promise<void> {
		try {
			const again = this.#dueAgain()
			if (again.length > 0) await this.#announce(await this.#publish(again, this.#cursor))
			for (;;) {
				const events = await db()
					.select({ seq: publishEvents.seq, path: publishEvents.path })
					.from(publishEvents)
					.where(gt(publishEvents.seq, this.#cursor))
					.orderBy(publishEvents.seq)
					.limit(500)
				const last = events.at(-1)
				if (!last) return
				const changed = await this.#publish(withDependants(events.map((event) => event.path)), last.seq)
				this.#cursor = last.seq
				notePublished(this.#cursor)
				await this.#announce(changed)
			}
		} catch (error) {
			log.error({ err: error }, 'the publish queue could not be read; trying again')
		}
	}

	#dueAgain(): string[] {
		const now = Date.now()
		return [...this.#failed].filter(([, { at }]) => at <= now).map(([path]) => path)
	}

	/**
	 * Publishes each path by itself: one page that cannot be rendered holds up no other. It is tried again with
	 * growing pauses, and at each start.
	 * @param upTo the position of the queue that was read before; what comes after it is rendered again.
	 * @returns the paths whose bytes changed.
	 */
	async #publish(paths: string[], upTo: number): Promise<string[]> {
		const changed: string[] = []
		for (let at = 0; at < paths.length; at += BATCH) {
			const batch = paths.slice(at, at + BATCH)
			const results = await Promise.all(batch.map((path) => this.#tryOne(path, upTo)))
			changed.push(...batch.filter((_, index) => results[index]))
		}
		return changed
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
			const had = store.get(path) !== undefined
			store.remove(path)
			await folder.remove(path)
			return had
		}
		if (response.status !== 200) throw new Error(`The page ${path} was rendered with status ${response.status}`)
		const html = Buffer.from(stableHtml(await response.text()))
		if (store.get(path)?.identity.equals(html)) return false
		const page = await toPageFile(html)
		await folder.write(path, page)
		// Until a page has a file its visitors get the twin, which may be ahead of this rendering by now: they would see
		// the page go back. What changed it is next in the queue.
		if (store.get(path) === undefined && (await this.#isChangedAfter(upTo, path))) return false
		store.put(path, toStaticFile(page))
		return true
	}

	async #isChangedAfter(seq: number, path: string): Promise<boolean> {
		const later = await db()
			.selectDistinct({ path: publishEvents.path })
			.from(publishEvents)
			.where(gt(publishEvents.seq, seq))
		return withDependants(later.map((event) => event.path)).includes(path)
	}

	async #announce(changed: string[]): Promise<void> {
		if (changed.length === 0) return
		log.info({ pages: changed.length, paths: changed.slice(0, 20) }, 'published')
		const statements = announceChanges(changed)
		if (statements.length > 0) await write(...statements)
		this.#options.onPublished?.(changed)
	}
}
