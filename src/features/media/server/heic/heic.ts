import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { Decoded } from './heic-worker.ts'

/** Time limit in milliseconds. 26 megapixels take ten seconds on a slow core. */
const TIME_LIMIT_MS = 120_000

const WORKER = new URL('./heic-worker.ts', import.meta.url)

/**
 * Decodes a HEIC picture. Its size must have been checked, since decoding takes up to 16 bytes per pixel. Runs in a
 * separate worker, so that it delays no request and its memory is freed afterward.
 * @throws if it cannot be decoded, or not in time.
 */
export async function decodeHeic(path: string): Promise<Decoded> {
	const file = await readFile(path)
	// Captures the output, since the library logs each broken picture.
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
