import { Worker } from 'node:worker_threads'
import type { Drawn } from './pdf-thread.ts'

/** Time to keep an idle worker, in milliseconds. Starting it takes longer than drawing, but it uses 80 MB. */
const KEPT_MS = 5 * 60_000
/** Time limit for one document, including the start of the worker, in milliseconds. */
const LIMIT_MS = 30_000

const THREAD = new URL('./pdf-thread.ts', import.meta.url)

let started: { worker: Worker; waiting: Map<number, PromiseWithResolvers<Drawn>>; timer?: NodeJS.Timeout } | undefined
let last = 0

/** Starts the worker that draws all documents, one at a time. The worker does not keep the process alive. */
function start() {
	const worker = new Worker(THREAD, { execArgv: [] })
	const waiting = new Map<number, PromiseWithResolvers<Drawn>>()
	const own = { worker, waiting }
	const failed = (cause: unknown) => {
		if (started?.worker === worker) started = undefined
		for (const { reject } of waiting.values()) reject(new Error('The paper could not be drawn', { cause }))
		waiting.clear()
	}
	worker.on('message', ({ id, ...drawn }: Drawn & { id: number }) => {
		waiting.get(id)?.resolve(drawn)
		waiting.delete(id)
		if (waiting.size === 0) rest()
	})
	worker.on('error', failed)
	worker.on('exit', failed)
	worker.unref()
	return own
}

function rest(): void {
	if (!started) return
	const { worker } = started
	started.timer = setTimeout(() => {
		started = undefined
		void worker.terminate()
	}, KEPT_MS).unref()
}

/** Returns whether the worker is running, so that the next document is drawn without delay. */
export const isPdfWorkerReady = (): boolean => started !== undefined

/**
 * Draws a document in a worker thread, so that other requests do not wait for it.
 * @param drawing module that the worker imports. Its `draw` returns the PDF for `paper`.
 */
export async function drawPdf(drawing: URL, paper: unknown): Promise<Drawn> {
	started ??= start()
	const { worker, waiting, timer } = started
	clearTimeout(timer)
	const id = ++last
	const answer = Promise.withResolvers<Drawn>()
	waiting.set(id, answer)
	const limit = setTimeout(() => void worker.terminate(), LIMIT_MS)
	worker.postMessage({ id, drawing: drawing.href, paper })
	try {
		return await answer.promise
	} finally {
		clearTimeout(limit)
	}
}
