import { Worker } from 'node:worker_threads'
import { FeedError } from '../feed-error.ts'
import type { FileJob, Parsed, ParseJob, ParseResult } from './parse-worker.ts'

/** Time limit in milliseconds. No legitimate feed of 10 MB comes close, even on a busy machine. */
const TIME_LIMIT_MS = 120_000
/** A small young generation: otherwise a large feed takes three times the memory without being faster. */
const MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 }
/** Feeds above this size terminate their worker, whose heap would stay large. */
const LARGE_BYTES = 1024 * 1024
/** Time limit for the start of a worker, in milliseconds. It takes seconds on a small, busy machine. */
const START_LIMIT_MS = 30_000
/** How long an idle worker is kept, in milliseconds. A warm worker needs a third of the time. */
const IDLE_MS = 60_000

const WORKER = new URL('./parse-worker.ts', import.meta.url)

let idle: { worker: Worker; timer: NodeJS.Timeout } | undefined

function takeWorker(): Worker {
	if (idle) {
		const { worker, timer } = idle
		clearTimeout(timer)
		idle = undefined
		worker.ref()
		return worker
	}
	const worker = new Worker(WORKER, { resourceLimits: MEMORY, execArgv: [] })
	// The job's own listener handles the error; without any listener it would crash the server.
	worker.on('error', () => undefined)
	worker.once('exit', () => {
		if (idle?.worker === worker) idle = undefined
	})
	return worker
}

/** Terminates the idle worker and drops the reference: a terminating worker would never answer a job. */
function terminateIdle(): void {
	void idle?.worker.terminate()
	idle = undefined
}

/** Keeps a worker for the next job without keeping the process alive. */
function keepWorker(worker: Worker): void {
	if (idle) return void worker.terminate()
	worker.unref()
	idle = { worker, timer: setTimeout(terminateIdle, IDLE_MS).unref() }
}

function sendJob(
	worker: Worker,
	job: ParseJob | FileJob,
	signal: AbortSignal | undefined,
	timeLimitMs: number,
): Promise<ParseResult> {
	return new Promise((resolve, reject) => {
		const settle = (done: () => void) => {
			clearTimeout(timer)
			signal?.removeEventListener('abort', onAbort)
			worker.off('message', onMessage)
			worker.off('error', onError)
			worker.off('exit', onError)
			done()
		}
		const onMessage = (message: 'started' | ParseResult) => {
			if (message !== 'started') return settle(() => resolve(message))
			clearTimeout(timer)
			timer = setTimeout(onError, timeLimitMs)
		}
		const onAbort = () => settle(() => reject(signal?.reason))
		// Time, memory or the stack (deep nesting) ran out: the feed is at fault.
		const onError = (cause?: unknown) => {
			const message = 'The feed takes too much time or memory to read, and was given up.'
			settle(() => reject(new FeedError('too-complex', message, { cause })))
		}
		let timer = setTimeout(onError, START_LIMIT_MS)
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

async function runInWorker<Key extends keyof Parsed>(
	key: Key,
	job: ParseJob | FileJob,
	{ signal, timeLimitMs = TIME_LIMIT_MS }: WorkOptions,
): Promise<Parsed[Key]> {
	signal?.throwIfAborted()
	const worker = takeWorker()
	const result = await sendJob(worker, job, signal, timeLimitMs).catch((error: unknown) => {
		void worker.terminate()
		throw error
	})
	if (job.bytes.length > LARGE_BYTES) void worker.terminate()
	else keepWorker(worker)
	if ('failure' in result) throw new FeedError(result.failure, result.message)
	return result[key] as Parsed[Key]
}

/**
 * Parses a feed in a worker thread. A big feed would block the event loop for a good part of a second, and the worker
 * of a hostile feed can be terminated.
 * @throws {FeedError} or the reason of `signal` after an abort.
 */
export const parseInWorker = (job: ParseJob, options: WorkOptions = {}) => runInWorker('feed', job, options)

/** Time limit in milliseconds. No legitimate transcript of 5 MB comes close, even on a busy machine. */
const FILE_LIMIT_MS = 30_000

/**
 * Parses a transcript in a worker thread. An error's message completes a sentence: `it is a web page`.
 * @param type the type stated by the feed or the upload.
 * @throws {FeedError}
 */
export const transcriptInWorker = (
	bytes: Uint8Array,
	type: string,
	{ contentType, ...options }: WorkOptions & { contentType?: string | undefined } = {},
) =>
	runInWorker(
		'transcript',
		{ kind: 'transcript', bytes, type, contentType },
		{ timeLimitMs: FILE_LIMIT_MS, ...options },
	)

/** Parses a chapters file in a worker thread. @throws {FeedError} */
export const chaptersInWorker = (bytes: Uint8Array, options: WorkOptions = {}) =>
	runInWorker('chapters', { kind: 'chapters', bytes, type: '' }, { timeLimitMs: FILE_LIMIT_MS, ...options })
