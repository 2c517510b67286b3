import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { Decoded } from './heic-worker.ts'

/** Time limit in milliseconds. 26 megapixels take ten seconds on a slow core. */
const TIME_LIMIT_MS = 120_000

const WORKER = new URL('./heic-worker.ts', import.meta.url)

/**
 * Decodes a HEIC picture, whose size must have been checked: decoding takes up to 16 bytes a pixel. Runs in a worker of
 * its own, so that it delays no request, and its memory is free afterwards.
 * @throws if it cannot be decoded, or not in time.
 */
export async function decodeHeic(path: string): Promise<Decoded> {
	const file = await readFile(path)
	// The library writes about each broken picture.
	const worker = new Worker(WORKER, { execArgv: [], stdout: true, stderr: true })
	try {
		worker.postMessage(file)
		const [picture] = (await once(worker, 'message', { signal: AbortSignal.timeout(TIME_LIMIT_MS) })) as [
			Decoded | undefined,
		]
		if (!picture) throw new Error('This HEIC picture cannot be decoded')
		return picture
	} finally {
		await worker.terminate()
	}
}
