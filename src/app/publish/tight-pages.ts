import type { StaticStore } from '#src/platform/http/files/static-store.ts'
import { compressHarder, toStaticFile } from './page-file.ts'
import type { SiteFolder } from './site-folder.ts'

/** Idle time before pages are compressed harder, in milliseconds: a series of edits must not wait for it. */
export const LEISURE_MS = 2_000
/** Maximum number of waiting pages, the latest kept: a thousand would take minutes on a small machine. */
const MOST = 48

/**
 * Pages slightly over the size of a new connection's first round trip; a second one takes 150 ms on a phone. They
 * are published as fast as others and compressed harder when the publisher is idle. Content and ETag stay the same.
 */
export class TightPages {
	readonly #store: StaticStore
	readonly #folder: SiteFolder
	/** Paths, latest last, with the ETag each had when added. */
	readonly #waiting = new Map<string, string>()
	#dueAt = 0

	constructor({ store, folder }: { store: StaticStore; folder: SiteFolder }) {
		this.#store = store
		this.#folder = folder
	}

	/** Postpones compression: a publish has priority. */
	wait(): void {
		this.#dueAt = Date.now() + LEISURE_MS
	}

	add(path: string, etag: string): void {
		this.#waiting.delete(path)
		this.#waiting.set(path, etag)
		for (const first of this.#waiting.keys()) if (this.#waiting.size > MOST) this.#waiting.delete(first)
	}

	/** Returns when `tightenOne` is due; empty if nothing waits. */
	dueTimes(): number[] {
		return this.#waiting.size > 0 ? [this.#dueAt] : []
	}

	/** Compresses one page harder if due. Call it from the publisher's loop: nothing else may write that page. */
	async tightenOne(): Promise<void> {
		const [next] = this.#waiting
		if (!next || Date.now() < this.#dueAt) return
		const [path, etag] = next
		this.#waiting.delete(path)
		const page = this.#isStill(path, etag) ? await this.#folder.read(path) : undefined
		if (page?.etag !== etag) return
		const tight = await compressHarder(page)
		if (!this.#isStill(path, etag)) return
		await this.#folder.write(path, tight)
		// Another node may have withdrawn the page during compression.
		if (this.#isStill(path, etag)) this.#store.put(path, toStaticFile(tight, path))
		else await this.#folder.remove(path)
	}

	#isStill(path: string, etag: string): boolean {
		return this.#store.get(path)?.etag === etag
	}
}
