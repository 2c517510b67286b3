import { eq, gt, max } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { DatabaseUnavailableError } from '#db/errors.ts'
import { publishEvents } from '#db/schema/platform/operations.ts'
import { write } from '#db/write.ts'
import { env } from '#src/platform/env/env.ts'
import { makeStaticFile, type StaticFile } from '#src/platform/http/files/static-store.ts'
import { onWake, wake } from '#src/platform/jobs/wake.ts'
import { asUrgent } from '#src/platform/jobs/yield-to-event-loop.ts'
import { log } from '#src/platform/log.ts'
import { nodeId } from '#src/platform/nodes/node-id.ts'
import { EVERY_PAGE, setPublishedUpTo } from '#src/platform/publish/publish-queue.ts'
import { isManagedPath, pagesOf, pathAt, publicPages, statusPaths, withAlternativePaths } from '../public-pages/all.ts'
import { announceChanges, announceOwn, announceRepeat } from './announce.ts'
import { putPage, toPageFile, toStaticFile } from './page-file.ts'
import { PageMaker, type PageMakerOptions, RETRY_MS } from './page-maker.ts'
import type { Publication, PublishingPeers } from './publishing-peers.ts'
import { bufferOf } from './site-folder.ts'

/** Delay of a purge for nodes that missed a change, in milliseconds: longer than their poll interval. */
const MISSED_CHANGE_MS = 6_000

export interface PublisherOptions extends PageMakerOptions {
	/** Changes with the build and with the fields of `FolderStamp`: pages of another release are not reused. */
	stamp: string
	readBuiltPage(path: string): StaticFile | undefined
	/** False if the build had other features: its pages have wrong links and are not served. */
	hasBuiltFeatures?: boolean
	/** Reloads shared content before all pages are rendered: another node may have changed it. */
	reload?(): Promise<void>
	peers?: PublishingPeers
	onPublished?(paths: string[]): void
}

type Event = Pick<typeof publishEvents.$inferSelect, 'seq' | 'path' | 'node'>
/** Returns all paths at which a CDN may cache these pages; just `paths` if no CDN is configured. */
const cachedUrlPaths = async (paths: string[]) => (env().cdnPurgeUrl ? withAlternativePaths(paths) : paths)
const seqsOf = (events: Event[]) => events.map((event) => event.seq)

/**
 * Keeps the public pages as static files: reads the queue of changed paths, renders each page (`PageMaker`), and
 * notifies the other nodes and the CDN.
 */
export class Publisher {
	readonly #options: PublisherOptions
	readonly #pages: PageMaker
	/** Queue position published by this node. In memory only: a start reconciles everything. */
	#cursor = 0
	#isReconciled = false
	#isInterrupted = false
	#working: Promise<void> | undefined
	#next: Promise<void> | undefined
	readonly #settling = new Set<Promise<unknown>>()
	#timer: NodeJS.Timeout | undefined
	#unsubscribe: (() => void) | undefined

	constructor(options: PublisherOptions) {
		this.#options = options
		this.#pages = new PageMaker(options)
	}

	/**
	 * Loads every public page from the last run or the build into the store. Fast: renders only status pages, and only
	 * after a change of features. A page without a file is rendered on request.
	 */
	async load(): Promise<void> {
		const { store, folder, stamp, readBuiltPage, hasBuiltFeatures = true } = this.#options
		const paths = (await publicPages()).map(({ path }) => path)
		const isReusable = await folder.open(stamp)
		await this.#removeOthers(new Set(paths))
		for (const path of paths) {
			const page = isReusable ? await folder.read(path) : undefined
			// Remove the stale file: another web server, or a start without the database, would serve it.
			if (isReusable && !page) await folder.remove(path)
			// Prefer the page of this node's last run: the build may be older.
			if (page) {
				putPage(store, folder, path, page)
				continue
			}
			const file = store.get(path) ?? (hasBuiltFeatures ? readBuiltPage(path) : undefined)
			if (file) store.put(path, file)
		}
		if (!hasBuiltFeatures) await this.#pages.publish([...statusPaths], 0)
	}

	/** Removes pages unpublished while this node was down: the next start may be without a database. */
	async #removeOthers(paths: ReadonlySet<string>): Promise<void> {
		const { store, folder } = this.#options
		for (const path of store.paths()) if (isManagedPath(path) && !paths.has(path)) store.remove(path)
		for (const path of await folder.paths()) if (!paths.has(path)) await folder.remove(path)
	}

	start(): void {
		this.#unsubscribe = onWake('publisher', () => this.publishNow())
		void this.#begin()
	}

	async stop(): Promise<void> {
		this.#unsubscribe?.()
		this.#unsubscribe = undefined
		clearTimeout(this.#timer)
		await this.idle()
	}

	async idle(): Promise<void> {
		while (this.#next || this.#working || this.#settling.size > 0)
			await (this.#next ?? this.#working ?? Promise.all(this.#settling))
	}

	/** Publishes the queue. Resolves after an attempt here and on the reachable nodes; never rejects. */
	async publishNow(): Promise<void> {
		await this.#work()
		await Promise.all(this.#settling)
	}

	/** Publishes the queue on this node, which may have missed changes. Never rejects. */
	readonly catchUp = (): Promise<void> => this.#work()

	checkQueue(seq: number): void {
		if (this.#isReconciled && seq > this.#cursor) void this.#work()
	}

	/** Publishes up to this queue position, for another node. @returns whether it succeeded. */
	async publishUpTo(seq: number): Promise<boolean> {
		if (this.#cursor < seq || !this.#isReconciled) await this.#work()
		return this.#isReconciled && this.#cursor >= seq && this.#pages.isComplete
	}

	/** Removes pages that another node found gone at this queue position, without a query. */
	async withdraw(paths: string[], seq: number): Promise<void> {
		if (seq <= this.#cursor && this.#pages.isComplete) return
		await this.#pages.withdraw(paths, seq)
	}

	/**
	 * Returns the page at a path without a file: the file of its canonical path, or one rendered for this response.
	 * Undefined if there is no such page.
	 * @throws {DatabaseUnavailableError} if existence cannot be determined; any other error if rendering fails.
	 */
	async renderNow(path: string): Promise<StaticFile | undefined> {
		const existing = await this.#pageAtAlias(path)
		if (existing) return existing
		const response = await this.#options.render(path)
		if (response.status === 503)
			throw new DatabaseUnavailableError(`${path} could not be rendered without the database`)
		if (response.status >= 500) throw new Error(`${path} could not be rendered`)
		const html = bufferOf(await response.bytes())
		if (response.status === 200) return toStaticFile(await toPageFile(path, html), path)
		const contentType = response.headers.get('Content-Type') ?? ''
		// A kind of page may render its own 404 text.
		if (response.status !== 404 || !contentType.startsWith('text/html')) return undefined
		return makeStaticFile(html, { contentType: 'text/html; charset=utf-8', cacheControl: 'no-cache', status: 404 })
	}

	/** Returns the file of the page at an alternative path. Costs one query and no rendering. */
	async #pageAtAlias(alias: string): Promise<StaticFile | undefined> {
		if (!this.#isReconciled || !this.#pages.isComplete) return undefined
		const path = await pathAt(alias)
		return path === undefined ? undefined : this.#options.store.get(path)
	}

	/** Resolves when everything queued before this call is published. A current run may have read the queue earlier. */
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
			this.#scheduleRetry()
		})
		return this.#working
	}

	/** Schedules the next retry. New queue entries wake the publisher. */
	#scheduleRetry(): void {
		const isBehind = this.#isInterrupted || !this.#isReconciled
		const due = isBehind ? [Date.now() + RETRY_MS] : this.#pages.retryTimes()
		if (!this.#unsubscribe || due.length === 0) return
		this.#timer = setTimeout(() => void this.#work(), Math.max(0, Math.min(...due) - Date.now())).unref()
	}

	async #reconcile(): Promise<void> {
		try {
			const [last] = await db()
				.select({ seq: max(publishEvents.seq) })
				.from(publishEvents)
			const seq = last?.seq ?? 0
			await this.#options.reload?.()
			// Pages loaded earlier may have been unpublished since: publish them too, which removes them.
			const loaded = this.#options.store.paths().filter(isManagedPath)
			const paths = await pagesOf([EVERY_PAGE, ...loaded])
			const changed = await this.#pages.publish(paths, seq)
			this.#reach(seq)
			this.#isReconciled = true
			const existing = paths.filter((path) => isManagedPath(path) && this.#options.store.peek(path) !== undefined)
			log.info({ pages: existing.length, changed: changed.length }, 'public pages reconciled')
			this.#notifyChanged(changed)
			// Entries that this process wrote before it could publish, such as the first feed.
			const own = await db()
				.select({ seq: publishEvents.seq })
				.from(publishEvents)
				.where(eq(publishEvents.node, nodeId))
			const seqs = own.map((event) => event.seq).filter((one) => one <= seq)
			if (seqs.length > 0) await this.#write(announceOwn(seqs, await cachedUrlPaths(changed)))
			else if (changed.length > 0) await this.#write(announceChanges(await cachedUrlPaths(changed)))
		} catch (error) {
			// Only the database can fail here; the next poll starts over.
			log.error({ err: error }, 'public pages could not be reconciled; trying again')
		}
	}

	async #drain(): Promise<void> {
		this.#isInterrupted = false
		try {
			await this.#retryFailed()
			for (;;) {
				const events = await db()
					.select({ seq: publishEvents.seq, path: publishEvents.path, node: publishEvents.node })
					.from(publishEvents)
					.where(gt(publishEvents.seq, this.#cursor))
					.orderBy(publishEvents.seq)
					.limit(500)
				const last = events.at(-1)
				if (!last) return
				const own = events.filter((event) => event.node === nodeId)
				// The other nodes render at the same time.
				const publication = own.length > 0 ? this.#options.peers?.publish(last.seq) : undefined
				const queued = events.map((event) => event.path)
				if (queued.includes(EVERY_PAGE)) await this.#options.reload?.()
				const changed = await this.#pages.publish(await pagesOf(queued), last.seq)
				this.#reach(last.seq)
				this.#notifyChanged(changed)
				if (publication) this.#runInBackground(this.#finish(publication, own, changed, last.seq))
				const cached = await cachedUrlPaths(changed)
				if (!this.#options.peers) await this.#write(announceOwn(seqsOf(events), cached))
				else await this.#write(announceRepeat(seqsOf(events.filter((event) => event.node !== nodeId)), cached))
			}
		} catch (error) {
			this.#isInterrupted = true
			log.error({ err: error }, 'the publish queue could not be read; trying again')
		}
	}

	#reach(seq: number): void {
		this.#cursor = seq
		this.#pages.reach(seq)
		setPublishedUpTo(seq)
	}

	/** Completes a change published here: waits for the other nodes, then purges the CDN. */
	async #finish(publication: Publication, own: Event[], changed: string[], seq: number): Promise<void> {
		const gone = changed.filter((path) => this.#options.store.peek(path) === undefined)
		if (gone.length > 0) await publication.withdraw(gone, seq)
		const isEverywhere = await publication.everywhere
		// Use all dependent pages instead of those that changed here: other nodes may differ.
		const paths = await cachedUrlPaths(await pagesOf(own.map((event) => event.path)))
		await this.#write(announceOwn(seqsOf(own), paths, { wait: isEverywhere ? 0 : MISSED_CHANGE_MS }))
	}

	/** Runs `work` in the background: a node that does not answer must not delay the next change. */
	#runInBackground(work: Promise<void>): void {
		const settled = work
			.catch((error: unknown) => log.error({ err: error }, 'a change could not be announced; trying again'))
			.finally(() => this.#settling.delete(settled))
		this.#settling.add(settled)
	}

	async #retryFailed(): Promise<void> {
		const due = this.#pages.pathsToRetry()
		if (due.length === 0) return
		const changed = await this.#pages.publish(due, this.#cursor)
		this.#notifyChanged(changed)
		if (changed.length > 0) await this.#write(announceChanges(await cachedUrlPaths(changed)))
	}

	#notifyChanged(changed: string[]): void {
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
