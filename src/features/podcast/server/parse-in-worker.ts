import { Worker } from 'node:worker_threads'
import { FeedError } from './feed-error.ts'
import type { NormalisedFeed } from './parse-feed.ts'
import type { ParseJob, ParseResult } from './parse-worker.ts'

/** No honest feed of 10 MB takes nearly so long. */
const TIME_LIMIT_MS = 20_000
const MEMORY_LIMIT_MB = 512

const WORKER = new URL('./parse-worker.ts', import.meta.url)

/**
 * Parses a feed on a thread of its own. A big feed takes the parser a good part of a second, in which the server
 * would answer nobody; and a feed made to keep it busy for ever is simply ended.
 * @throws {FeedError}, and the reason of `signal` where that fired.
 */
export function parseInWorker(
	job: ParseJob,
	{ signal, timeLimitMs = TIME_LIMIT_MS }: { signal?: AbortSignal | undefined; timeLimitMs?: number | undefined } = {},
): Promise<NormalisedFeed> {
	return new Promise<NormalisedFeed>((resolve, reject) => {
		signal?.throwIfAborted()
		const worker = new Worker(WORKER, {
			workerData: job,
			resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
			execArgv: [],
		})
		const tooComplex = (cause?: unknown) =>
			new FeedError('too-complex', 'The feed takes too much time or memory to read, and was given up.', { cause })
		const timer = setTimeout(() => finish(() => reject(tooComplex())), timeLimitMs)
		const onAbort = () => finish(() => reject(signal?.reason))
		const finish = (settle: () => void) => {
			clearTimeout(timer)
			signal?.removeEventListener('abort', onAbort)
			settle()
			void worker.terminate()
		}
		signal?.addEventListener('abort', onAbort, { once: true })
		worker.once('message', (result: ParseResult) =>
			finish(() => ('feed' in result ? resolve(result.feed) : reject(new FeedError(result.failure, result.message)))),
		)
		// Out of memory, or elements so deep in each other that the stack ended: the feed's doing, whatever it was.
		worker.once('error', (error) => finish(() => reject(tooComplex(error))))
	})
}
