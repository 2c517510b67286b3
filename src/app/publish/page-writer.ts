import { Worker } from 'node:worker_threads'
import { toPageFile } from './page-file.ts'
import type { WriteAnswer, WriteJob } from './page-writer-thread.ts'
import { bufferOf, ownMemory, type PageFile, type SiteFolder } from './site-folder.ts'

const THREAD = new URL('./page-writer-thread.ts', import.meta.url)
/** Heap limits of the thread. Compression uses memory outside of the heap, and pages are freed once written. */
const MEMORY = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 }

export interface RenderedPage {
	html: Buffer
	etag?: string | undefined
}

export interface PageWriter {
	/**
	 * @param page the page, with its ETag if known. Its buffer is transferred: use the buffer in the result.
	 * @param sourceHash hash of the page's sources.
	 * @throws if the page cannot be written.
	 */
	write(path: string, page: RenderedPage, sourceHash: string | undefined): Promise<PageFile>
	/** Ends the writer. Call it when no write is pending. */
	end(): Promise<void>
}

export const createWriter = (folder: SiteFolder): PageWriter => ({
	async write(path, { html, etag }, sourceHash) {
		const page = await toPageFile(path, html, etag)
		await folder.write(path, page, sourceHash)
		return page
	},
	end: async () => undefined,
})

/**
 * Writes many pages on a separate thread, which starts with the first page, while this thread renders the next.
 * One thread is enough: on two cores, each thread gets a core.
 */
export class ThreadWriter implements PageWriter {
	readonly #root: string
	readonly #waiting = new Map<number, PromiseWithResolvers<PageFile>>()
	#worker: Worker | undefined
	#count = 0

	constructor({ root }: SiteFolder) {
		this.#root = root
	}

	write(path: string, { html, etag }: RenderedPage, sourceHash: string | undefined): Promise<PageFile> {
		this.#worker ??= this.#start()
		const deferred = Promise.withResolvers<PageFile>()
		const id = this.#count++
		this.#waiting.set(id, deferred)
		const job: WriteJob = { id, root: this.#root, path, html, etag, sourceHash }
		// Transfer the buffer both ways: a copy takes longer than the check for changes.
		this.#worker.postMessage(job, ownMemory(html))
		return deferred.promise
	}

	async end(): Promise<void> {
		await this.#worker?.terminate()
	}

	#start(): Worker {
		const worker = new Worker(THREAD, { resourceLimits: MEMORY, execArgv: [] })
		worker.on('message', (answer: WriteAnswer) => this.#settle(answer))
		let cause: unknown
		worker.on('error', (error) => (cause = error))
		worker.once('exit', () => this.#fail(new Error('The page writer thread ended', { cause })))
		return worker
	}

	#settle(answer: WriteAnswer): void {
		const waiting = this.#waiting.get(answer.id)
		if (!waiting) return
		this.#waiting.delete(answer.id)
		if ('error' in answer) waiting.reject(answer.error)
		else waiting.resolve({ html: bufferOf(answer.html), etag: answer.etag, br: bufferOf(answer.br) })
	}

	/** Rejects all pending writes. The next page starts another thread. */
	#fail(error: Error): void {
		this.#worker = undefined
		for (const { reject } of this.#waiting.values()) reject(error)
		this.#waiting.clear()
	}
}
