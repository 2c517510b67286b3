import { Worker } from 'node:worker_threads'
import { FeedError } from '../feed-error.ts'
import type { FileJob, Parsed, ParseJob, ParseResult } from './parse-worker.ts'

/** No honest feed of 10 MB takes nearly so long. */
const TIME_LIMIT_MS = 20_000
/** A small young generation: garbage of a large feed takes three times the room otherwise, for no gain in time. */
const MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 }
/** A worker ends after a feed above this size: its heap stays as large as the feed made it. */
const LARGE_BYTES = 1024 * 1024
/** A busy machine gives a worker a part of the time alone: what it used counts, until so many times the limit. */
const PATIENCE = 6
/** A worker that has not begun by then will not: on a small machine that is busy one takes seconds to start. */
const START_LIMIT_MS = 30_000
/** How long a worker waits for the next feed: one that is warm needs a third of the time. */
const KEPT_MS = 60_000

const WORKER = new URL('./parse-worker.ts', import.meta.url)

let kept: { worker: Worker; timer: NodeJS.Timeout } | undefined

function takeWorker(): Worker {
	if (kept) {
		const { worker, timer } = kept
		clearTimeout(timer)
		kept = undefined
		worker.ref()
		return worker
	}
	const worker = new Worker(WORKER, { resourceLimits: MEMORY, execArgv: [] })
	// Who waits for it hears it as well; without any listener it would end the server.
	worker.on('error', () => undefined)
	worker.once('exit', () => {
		if (kept?.worker === worker) kept = undefined
	})
	return worker
}

/** Ends the worker that waits. It takes a moment to end: whoever asked it meanwhile would wait for an answer in vain. */
function letGo(): void {
	void kept?.worker.terminate()
	kept = undefined
}

/** Keeps a worker for the next feed, but not the process alive for it. */
function keepWorker(worker: Worker): void {
	if (kept) return void worker.terminate()
	worker.unref()
	kept = { worker, timer: setTimeout(letGo, KEPT_MS).unref() }
}

/** Milliseconds of a processor that a worker has used; more than any limit where Node does not say (before 24). */
async function usedBy(worker: Worker): Promise<number> {
	if (!('cpuUsage' in worker)) return Number.POSITIVE_INFINITY
	const { user, system } = await worker.cpuUsage()
	return (user + system) / 1000
}

/** Calls `onEnd` once a worker has used its time from now on. Returns what calls it off. */
function limitTime(worker: Worker, timeLimitMs: number, onEnd: () => void): () => void {
	const startedAt = performance.now()
	// What cannot be known is over when the clock says so.
	const used = () => usedBy(worker).catch(() => Number.POSITIVE_INFINITY)
	const before = used()
	let isOff = false
	let timer = setTimeout(check, timeLimitMs)
	async function check(): Promise<void> {
		const [first, now] = await Promise.all([before, used()])
		if (isOff) return
		const patience = PATIENCE * timeLimitMs - (performance.now() - startedAt)
		const left = Math.min(Number.isFinite(now) ? timeLimitMs - (now - first) : 0, patience)
		if (left > 0) timer = setTimeout(check, left)
		else onEnd()
	}
	return () => {
		isOff = true
		clearTimeout(timer)
	}
}

function ask(
	worker: Worker,
	job: ParseJob | FileJob,
	signal: AbortSignal | undefined,
	timeLimitMs: number,
): Promise<ParseResult> {
	return new Promise((resolve, reject) => {
		const settle = (done: () => void) => {
			callOff()
			signal?.removeEventListener('abort', onAbort)
			worker.off('message', onMessage)
			worker.off('error', onError)
			worker.off('exit', onError)
			done()
		}
		const onMessage = (message: 'begun' | ParseResult) => {
			if (message !== 'begun') return settle(() => resolve(message))
			callOff()
			callOff = limitTime(worker, timeLimitMs, onError)
		}
		const onAbort = () => settle(() => reject(signal?.reason))
		// Out of time, out of memory, or elements so deep in each other that the stack ended: the feed's doing.
		const onError = (cause?: unknown) => {
			const message = 'The feed takes too much time or memory to read, and was given up.'
			settle(() => reject(new FeedError('too-complex', message, { cause })))
		}
		const start = setTimeout(onError, START_LIMIT_MS)
		let callOff = () => clearTimeout(start)
		signal?.addEventListener('abort', onAbort, { once: true })
		worker.on('message', onMessage)
		worker.on('error', onError)
		worker.on('exit', onError)
		worker.postMessage(job)
	})
}

interface WorkOptions {
	signal?: AbortSignal | undefined
	timeLimitMs?: number | undefined
}

async function work<Key extends keyof Parsed>(
	key: Key,
	job: ParseJob | FileJob,
	{ signal, timeLimitMs = TIME_LIMIT_MS }: WorkOptions,
): Promise<Parsed[Key]> {
	signal?.throwIfAborted()
	const worker = takeWorker()
	const result = await ask(worker, job, signal, timeLimitMs).catch((error: unknown) => {
		void worker.terminate()
		throw error
	})
	if (job.bytes.length > LARGE_BYTES) void worker.terminate()
	else keepWorker(worker)
	if ('failure' in result) throw new FeedError(result.failure, result.message)
	return result[key] as Parsed[Key]
}

/**
 * Parses a feed on a thread of its own. A big feed takes the parser a good part of a second, in which the server
 * would answer nobody; and a feed made to keep it busy for ever is simply ended.
 * @throws {FeedError}, and the reason of `signal` where that fired.
 */
export const parseInWorker = (job: ParseJob, options: WorkOptions = {}) => work('feed', job, options)

/** No honest transcript of 5 MB takes nearly so long. */
const FILE_LIMIT_MS = 5_000

/**
 * Reads a transcript in the same way. The message of a refusal completes a sentence: `it is a web page`.
 * @param type as the feed, or who sent it, calls it.
 * @throws {FeedError}
 */
export const transcriptInWorker = (
	bytes: Uint8Array,
	type: string,
	{ contentType, ...options }: WorkOptions & { contentType?: string | undefined } = {},
) => work('transcript', { kind: 'transcript', bytes, type, contentType }, { timeLimitMs: FILE_LIMIT_MS, ...options })

/** The same of a list of chapters. @throws {FeedError} */
export const chaptersInWorker = (bytes: Uint8Array, options: WorkOptions = {}) =>
	work('chapters', { kind: 'chapters', bytes, type: '' }, { timeLimitMs: FILE_LIMIT_MS, ...options })
