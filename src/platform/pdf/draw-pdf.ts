import { Worker } from 'node:worker_threads'
import type { Drawn } from './pdf-thread.ts'

/** Time to keep an idle worker, in milliseconds. Starting it takes longer than drawing, but it uses 80 MB. */
const IDLE_MS = 5 * 60_000
/** Time limit for one document, including the start of the worker, in milliseconds. */
const LIMIT_MS = 30_000

const WORKER_URL = new URL('./pdf-thread.ts', import.meta.url)

let running: { worker: Worker; waiting: Map<number, PromiseWithResolvers<Drawn>>; timer?: NodeJS.Timeout } | undefined
let lastId = 0

/** Starts the worker that draws all documents, one at a time. The worker does not keep the process alive. */
function start() {
	const worker = new Worker(WORKER_URL, { execArgv: [] })
	const waiting = new Map<number, PromiseWithResolvers<Drawn>>()
	const started = { worker, waiting }
	const onFailed = (cause: unknown) => {
		if (running?.worker === worker) running = undefined
		for (const { reject } of waiting.values()) reject(new Error('The document could not be drawn', { cause }))
		waiting.clear()
	}
	worker.on('message', ({ id, ...drawn }: Drawn & { id: number }) => {
		waiting.get(id)?.resolve(drawn)
		waiting.delete(id)
		if (waiting.size === 0) scheduleStop()
	})
	worker.on('error', onFailed)
	worker.on('exit', onFailed)
	worker.unref()
	return started
}

function scheduleStop(): void {
	if (!running) return
	const { worker } = running
	running.timer = setTimeout(() => {
		running = undefined
		void worker.terminate()
	}, IDLE_MS).unref()
}

/** Returns whether the worker is running, so that the next document is drawn without delay. */
export const isPdfWorkerReady = (): boolean => running !== undefined

/**
 * Draws a document in a worker thread, so that other requests do not wait for it.
 * @param drawing module that the worker imports. Its `draw` returns the PDF for `paper`.
 */
export async function drawPdf(drawing: URL, paper: unknown): Promise<Drawn> {
	running ??= start()
	const { worker, waiting, timer } = running
	clearTimeout(timer)
	const id = ++lastId
	const answer = Promise.withResolvers<Drawn>()
	waiting.set(id, answer)
	const timeout = setTimeout(() => void worker.terminate(), LIMIT_MS)
	worker.postMessage({ id, drawing: drawing.href, paper })
	try {
		return await answer.promise
	} finally {
		clearTimeout(timeout)
	}
}
