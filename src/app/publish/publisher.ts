import { eq, gt, max } from 'drizzle-orm'
import { db, write } from '#db/client.ts'
import { DatabaseUnavailableError } from '#db/errors.ts'
import { publishEvents } from '#db/schema/operations.ts'
import { env } from '#src/platform/env/env.ts'
import { makeStaticFile, type StaticFile } from '#src/platform/http/files/static-store.ts'
import { onWake, wake } from '#src/platform/jobs/wake.ts'
import { asUrgent } from '#src/platform/jobs/yield-to-event-loop.ts'
import { log } from '#src/platform/log.ts'
import { nodeId } from '#src/platform/nodes/node-id.ts'
import { EVERY_PAGE, notePublished } from '#src/platform/publish/publish-queue.ts'
import { isManagedPath, pagesOf, pathAt, publicPages, statusPaths, withOtherAddresses } from '../public-pages/all.ts'
import { announceChanges, announceLate, announceOwn } from './announce.ts'
import { toPageFile, toStaticFile } from './page-file.ts'
import { PageMaker, type PageMakerOptions, RETRY_MS } from './page-maker.ts'
import type { Publication, PublishingPeers } from './publishing-peers.ts'
import { bufferOf } from './site-folder.ts'

/** How long a purge waits for nodes that could not be told of a change, in milliseconds: longer than from look to look. */
const UNTOLD_MS = 6_000

export interface PublisherOptions extends PageMakerOptions {
	/** Changes with the build and what `FolderMark` names: pages of another release are not reused. */
	stamp: string
	/** The page as the build rendered it, to serve until it was rendered anew. */
	readBuiltPage(path: string): StaticFile | undefined
	/** False if the build was made with other features: its pages have the wrong links, and none is served. */
	hasBuiltFeatures?: boolean
	/** Reads anew what all pages show, before every page is rendered: another node may have changed it. */
	reload?(): Promise<void>
	/** The other nodes; absent where there can be none. */
	peers?: PublishingPeers
	/** Called after pages changed. */
	onPublished?(paths: string[]): void
}

type Event = Pick<typeof publishEvents.$inferSelect, 'seq' | 'path' | 'node'>
/** All addresses under which a CDN may have these pages; none where nobody is told. */
const cachedAt = async (paths: string[]) => (env().cdnPurgeUrl ? withOtherAddresses(paths) : paths)
const seqsOf = (events: Event[]) => events.map((event) => event.seq)

/**
 * Keeps the public pages as static files: reads the queue of changed paths, has each page made (`PageMaker`),
 * and tells the other nodes and the CDN.
 */
export class Publisher {
	readonly #options: PublisherOptions
	readonly #pages: PageMaker
	/** Queue position up to which this node has published. In memory only: a start reconciles everything. */
	#cursor = 0
	#isReconciled = false
	/** The queue could not be read. */
	#isCut = false
	#working: Promise<void> | undefined
	/** The work that comes after it, for what was not in the queue when it began. */
	#next: Promise<void> | undefined
	/** Changes of this node that others are being told of. */
	readonly #settling = new Set<Promise<unknown>>()
	#timer: NodeJS.Timeout | undefined
	#unsubscribe: (() => void) | undefined

	constructor(options: PublisherOptions) {
		this.#options = options
		this.#pages = new PageMaker(options)
	}

	/**
	 * Puts every public page into the store from the last run or the build. Fast: only status pages are rendered, and only
	 * after a change of features. A page without a file is rendered on request.
	 */
	async load(): Promise<void> {
		const { store, folder, stamp, readBuiltPage, hasBuiltFeatures = true } = this.#options
		const paths = (await publicPages()).map(({ path }) => path)
		const isOurs = await folder.open(stamp)
		await this.#forgetOthers(new Set(paths))
		for (const path of paths) {
			const kept = isOurs ? await folder.read(path) : undefined
			// Whoever reads the folder beside us, or starts without the database, must not find what is left of it.
			if (isOurs && !kept) await folder.remove(path)
			// Served while the database was away, it is as this node last knew it; the build may be older.
			const file = kept
				? toStaticFile(kept, path)
				: (store.get(path) ?? (hasBuiltFeatures ? readBuiltPage(path) : undefined))
			if (file) store.put(path, file)
		}
		if (!hasBuiltFeatures) await this.#pages.publish([...statusPaths], 0)
	}

	/** Takes away what was unpublished while this node was down: the next start may have nobody to ask. */
	async #forgetOthers(paths: ReadonlySet<string>): Promise<void> {
		const { store, folder } = this.#options
		for (const path of store.paths()) if (isManagedPath(path) && !paths.has(path)) store.remove(path)
		for (const path of await folder.paths()) if (!paths.has(path)) await folder.remove(path)
	}

	/** Renders everything once, then follows the queue until `stop`. */
	start(): void {
		this.#unsubscribe = onWake('publisher', () => this.publishNow())
		void this.#begin()
	}

	async stop(): Promise<void> {
		this.#unsubscribe?.()
		this.#unsubscribe = undefined
		clearTimeout(this.#timer)
		await this.idle()
		clearTimeout(this.#timer)
	}

	/** Resolves once nothing is being published. */
	async idle(): Promise<void> {
		while (this.#next || this.#working || this.#settling.size > 0)
			await (this.#next ?? this.#working ?? Promise.all(this.#settling))
	}

	/** Publishes what the queue holds. Resolves once that was tried, here and on the nodes that answer; never rejects. */
	async publishNow(): Promise<void> {
		await this.#work()
		await Promise.all(this.#settling)
	}

	/** Publishes here what the queue holds: this node may have missed that. Never rejects. */
	catchUp(): Promise<void> {
		return this.#work()
	}

	/** Publishes what is in the queue up to this position, if that is not done yet. */
	checkQueue(seq: number): void {
		if (this.#isReconciled && seq > this.#cursor) void this.#work()
	}

	/** Publishes up to this position of the queue, for another node. @returns whether that was done. */
	async publishUpTo(seq: number): Promise<boolean> {
		if (this.#cursor < seq || !this.#isReconciled) await this.#work()
		return this.#isReconciled && this.#cursor >= seq && this.#pages.isWhole
	}

	/** Takes pages away that another node found gone at this position of the queue, without asking the database. */
	async withdraw(paths: string[], seq: number): Promise<void> {
		if (seq <= this.#cursor && this.#pages.isWhole) return
		await this.#pages.withdraw(paths, seq)
	}

	/**
	 * A public page that has no file at this address: the file it has at its own, or rendered for this one answer. Undefined when there is no such page.
	 * @throws {DatabaseUnavailableError} when nobody can know whether there is; any other error when it cannot be rendered.
	 */
	async renderNow(path: string): Promise<StaticFile | undefined> {
		const kept = await this.#keptAt(path)
		if (kept) return kept
		const response = await this.#options.render(path)
		if (response.status === 503)
			throw new DatabaseUnavailableError(`${path} could not be rendered without the database`)
		if (response.status >= 500) throw new Error(`${path} could not be rendered`)
		const html = bufferOf(await response.bytes())
		if (response.status === 200) return toStaticFile(await toPageFile(path, html), path)
		const contentType = response.headers.get('Content-Type') ?? ''
		// A kind of page may have its own words for one that is not there.
		if (response.status !== 404 || !contentType.startsWith('text/html')) return undefined
		return makeStaticFile(html, { contentType: 'text/html; charset=utf-8', cacheControl: 'no-cache', status: 404 })
	}

	/** The file of the page at a further address, such as a former one: whoever asks often costs a look-up, no rendering. */
	async #keptAt(address: string): Promise<StaticFile | undefined> {
		if (!this.#isReconciled || !this.#pages.isWhole) return undefined
		const path = await pathAt(address)
		return path === undefined ? undefined : this.#options.store.get(path)
	}

	/** Resolves once all is published that was in the queue at this call; what is under way may have read it before. */
	#work(): Promise<void> {
		if (!this.#working) return this.#begin()
		this.#next ??= this.#working.then(() => {
			this.#next = undefined
			return this.#begin()
		})
		return this.#next
	}

	#begin(): Promise<void> {
		if (!this.#unsubscribe) return Promise.resolve()
		clearTimeout(this.#timer)
		const work = asUrgent(() => (this.#isReconciled ? this.#drain() : this.#reconcile()))
		this.#working = work.finally(() => {
			this.#working = undefined
			this.#rest()
		})
		return this.#working
	}

	/** What is new in the queue wakes us; what failed is tried again, and pages are made smaller at leisure. */
	#rest(): void {
		const isBehind = this.#isCut || !this.#isReconciled
		const due = isBehind ? [Date.now() + RETRY_MS] : this.#pages.retryTimes()
		if (!this.#unsubscribe || due.length === 0) return
		this.#timer = setTimeout(() => void this.#work(), Math.max(0, Math.min(...due) - Date.now())).unref()
	}

	async #reconcile(): Promise<void> {
		try {
			const [last] = await db()
				.select({ seq: max(publishEvents.seq) })
				.from(publishEvents)
			await this.#options.reload?.()
			const paths = await pagesOf([EVERY_PAGE])
			const seq = last?.seq ?? 0
			const changed = await this.#pages.publish(paths, seq)
			this.#reach(seq)
			this.#isReconciled = true
			const there = paths.filter((path) => isManagedPath(path) && this.#options.store.get(path) !== undefined)
			log.info({ pages: there.length, changed: changed.length }, 'public pages reconciled')
			this.#tellChanged(changed)
			// What this process wrote before it could publish, such as the first feed.
			const own = await db()
				.select({ seq: publishEvents.seq })
				.from(publishEvents)
				.where(eq(publishEvents.node, nodeId))
			const seqs = own.map((event) => event.seq).filter((one) => one <= seq)
			if (seqs.length > 0) await this.#write(announceOwn(seqs, await cachedAt(changed)))
			else if (changed.length > 0) await this.#write(announceChanges(await cachedAt(changed)))
		} catch (error) {
			// Only the database can fail here; the next look begins anew.
			log.error({ err: error }, 'public pages could not be reconciled; trying again')
		}
	}

	async #drain(): Promise<void> {
		this.#isCut = false
		try {
			await this.#tryAgain()
			for (;;) {
				const events = await db()
					.select({ seq: publishEvents.seq, path: publishEvents.path, node: publishEvents.node })
					.from(publishEvents)
					.where(gt(publishEvents.seq, this.#cursor))
					.orderBy(publishEvents.seq)
					.limit(500)
				const last = events.at(-1)
				if (!last) return await this.#pages.tightenOne()
				const own = events.filter((event) => event.node === nodeId)
				// Others render it while we do.
				const telling = own.length > 0 ? this.#options.peers?.publish(last.seq) : undefined
				const queued = events.map((event) => event.path)
				if (queued.includes(EVERY_PAGE)) await this.#options.reload?.()
				const changed = await this.#pages.publish(await pagesOf(queued), last.seq)
				this.#reach(last.seq)
				this.#tellChanged(changed)
				if (telling) this.#settle(this.#finish(telling, own, changed, last.seq))
				const cached = await cachedAt(changed)
				if (!this.#options.peers) await this.#write(announceOwn(seqsOf(events), cached))
				else await this.#write(announceLate(seqsOf(events.filter((event) => event.node !== nodeId)), cached))
			}
		} catch (error) {
			this.#isCut = true
			log.error({ err: error }, 'the publish queue could not be read; trying again')
		}
	}

	#reach(seq: number): void {
		this.#cursor = seq
		this.#pages.reach(seq)
		notePublished(seq)
	}

	/** What is left of a change of this node once it is published here: the others have it, then the CDN is told. */
	async #finish(telling: Publication, own: Event[], changed: string[], seq: number): Promise<void> {
		const gone = changed.filter((path) => this.#options.store.get(path) === undefined)
		if (gone.length > 0) await telling.withdraw(gone, seq)
		const isEverywhere = await telling.everywhere
		// Of what changes with them, and not of what changed here: another node may differ in that.
		const paths = await cachedAt(await pagesOf(own.map((event) => event.path)))
		await this.#write(announceOwn(seqsOf(own), paths, { wait: isEverywhere ? 0 : UNTOLD_MS }))
	}

	/** Goes on beside the queue: a node that does not answer must not hold up the next change. */
	#settle(work: Promise<void>): void {
		const settled = work
			.catch((error: unknown) => log.error({ err: error }, 'a change could not be announced; it is in a moment'))
			.finally(() => this.#settling.delete(settled))
		this.#settling.add(settled)
	}

	async #tryAgain(): Promise<void> {
		const again = this.#pages.dueAgain()
		if (again.length === 0) return
		const changed = await this.#pages.publish(again, this.#cursor)
		this.#tellChanged(changed)
		if (changed.length > 0) await this.#write(announceChanges(await cachedAt(changed)))
	}

	#tellChanged(changed: string[]): void {
		if (changed.length === 0) return
		log.info({ pages: changed.length, paths: changed.slice(0, 20) }, 'published')
		this.#options.onPublished?.(changed)
	}

	async #write(statements: ReturnType<typeof announceChanges>): Promise<void> {
		if (statements.length === 0) return
		await write(...statements)
		wake('outbox')
	}
}
