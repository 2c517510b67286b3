import type { StaticStore } from '#src/platform/http/files/static-store.ts'
import { compressHarder, toStaticFile } from './page-file.ts'
import type { SiteFolder } from './site-folder.ts'

/** So long nothing was published: whoever edits page after page waits for none of this, in milliseconds. */
export const LEISURE_MS = 2_000
/** Of more at once only the last are compressed harder: a thousand would take minutes of a small machine. */
const MOST = 48

/**
 * Pages that are a little larger than what a fresh connection takes in its first round trip: another one takes 150 ms
 * on a phone's line. They are published as fast as all others, and compressed harder when nothing else is to be done. What
 * they say stays, and so does their ETag.
 */
export class TightPages {
	readonly #store: StaticStore
	readonly #folder: SiteFolder
	/** Paths, the last added last, and the ETag that each had then. */
	readonly #waiting = new Map<string, string>()
	#dueAt = 0

	constructor({ store, folder }: { store: StaticStore; folder: SiteFolder }) {
		this.#store = store
		this.#folder = folder
	}

	/** Something else is being published: that comes first. */
	wait(): void {
		this.#dueAt = Date.now() + LEISURE_MS
	}

	add(path: string, etag: string): void {
		this.#waiting.delete(path)
		this.#waiting.set(path, etag)
		for (const first of this.#waiting.keys()) if (this.#waiting.size > MOST) this.#waiting.delete(first)
	}

	/** When `tightenOne` has something to do; empty when it has not. */
	dueTimes(): number[] {
		return this.#waiting.size > 0 ? [this.#dueAt] : []
	}

	/** Compresses one page harder, once it is time. Call it in the publisher's turn: nothing else may write that page. */
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
		// Another node may have said meanwhile that it is gone.
		if (this.#isStill(path, etag)) this.#store.put(path, toStaticFile(tight, path))
		else await this.#folder.remove(path)
	}

	#isStill(path: string, etag: string): boolean {
		return this.#store.get(path)?.etag === etag
	}
}
