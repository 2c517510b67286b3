import { Worker } from 'node:worker_threads'
import { toPageFile } from './page-file.ts'
import type { WriteAnswer, WriteJob } from './page-writer-thread.ts'
import { bufferOf, ownMemory, type PageFile, type SiteFolder } from './site-folder.ts'

const THREAD = new URL('./page-writer-thread.ts', import.meta.url)
/** What it compresses is outside of this, and each page is gone from there once it is written. */
const MEMORY_LIMIT_MB = 64

export interface RenderedPage {
	html: Buffer
	etag?: string | undefined
}

/** Compresses pages and puts them into the site folder. */
export interface PageWriter {
	/**
	 * @param page the page, with its ETag where that is known. Its bytes are given away: the ones to be used are in the answer.
	 * @param from names what the page was made from.
	 * @throws where it cannot be written.
	 */
	write(path: string, page: RenderedPage, from: string | undefined): Promise<PageFile>
	/** To be called when nothing is being written. */
	end(): Promise<void>
}

/** For few pages: compresses them beside the event loop. */
export const writerOfFew = (folder: SiteFolder): PageWriter => ({
	async write(path, { html, etag }, from) {
		const page = await toPageFile(path, html, etag)
		await folder.write(path, page, from)
		return page
	},
	end: async () => undefined,
})

/**
 * For many pages: a thread of its own, which starts with the first of them, while this one renders the next. One and no
 * more: on two cores each thread has one to itself.
 */
export class WriterOfMany implements PageWriter {
	readonly #root: string
	readonly #waiting = new Map<number, PromiseWithResolvers<PageFile>>()
	#worker: Worker | undefined
	#count = 0

	constructor({ root }: SiteFolder) {
		this.#root = root
	}

	write(path: string, { html, etag }: RenderedPage, from: string | undefined): Promise<PageFile> {
		this.#worker ??= this.#start()
		const done = Promise.withResolvers<PageFile>()
		const id = this.#count++
		this.#waiting.set(id, done)
		const job: WriteJob = { id, root: this.#root, path, html, etag, from }
		// Handed over and back: to copy it for the thread takes longer than to find out whether it changed.
		this.#worker.postMessage(job, ownMemory(html))
		return done.promise
	}

	async end(): Promise<void> {
		await this.#worker?.terminate()
	}

	#start(): Worker {
		const worker = new Worker(THREAD, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB }, execArgv: [] })
		worker.on('message', (answer: WriteAnswer) => this.#settle(answer))
		let cause: unknown
		worker.on('error', (error) => (cause = error))
		worker.once('exit', () => this.#fail(new Error('The thread that writes pages ended', { cause })))
		return worker
	}

	#settle(answer: WriteAnswer): void {
		const waiting = this.#waiting.get(answer.id)
		if (!waiting) return
		this.#waiting.delete(answer.id)
		if ('error' in answer) waiting.reject(answer.error)
		else waiting.resolve({ html: bufferOf(answer.html), etag: answer.etag, br: bufferOf(answer.br) })
	}

	/** Who waits for it hears of it; the next page starts another. */
	#fail(error: Error): void {
		this.#worker = undefined
		for (const { reject } of this.#waiting.values()) reject(error)
		this.#waiting.clear()
	}
}
