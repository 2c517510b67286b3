import { setMaxListeners } from 'node:events'

// Uploads in progress in this process: parts being received, and files being checked.

interface PartInProgress {
	readonly cut: AbortController
	readonly done: Promise<unknown>
}

const parts = new Map<string, Set<PartInProgress>>()
const checks = new Map<string, Promise<string[]>>()

/** Rejects on abort. `Promise.race` with one promise for the whole part would retain all of its chunks. */
const orCut = <Value>(next: Promise<Value>, signal: AbortSignal) =>
	new Promise<Value>((resolve, reject) => {
		const cut = () => reject(signal.reason)
		if (signal.aborted) return cut()
		signal.addEventListener('abort', cut, { once: true })
		const over = () => signal.removeEventListener('abort', cut)
		next.finally(over).then(resolve, reject)
	})

/** Yields chunks until the signal aborts, even if the client sends nothing. */
async function* untilCut(content: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
	const pieces = content[Symbol.asyncIterator]()
	try {
		for (;;) {
			const { done, value } = await orCut(pieces.next(), signal)
			if (done) return
			yield value
		}
	} finally {
		// Not awaited: it settles with the next chunk, which may never come.
		void pieces.return?.()?.then(undefined, () => undefined)
	}
}

/** Returns whether the file of an upload is being checked. */
export const isInCheck = (upload: string): boolean => checks.has(upload)

/**
 * Receives a part. A check of the file can abort it.
 * @param reason the error to throw after an abort.
 */
export async function withPart(
	upload: string,
	content: AsyncIterable<Uint8Array>,
	{ keep, reason }: { keep(content: AsyncIterable<Uint8Array>): Promise<void>; reason: Error },
): Promise<void> {
	const cut = new AbortController()
	setMaxListeners(0, cut.signal)
	const done = keep(untilCut(content, cut.signal)).catch((error: unknown) => {
		throw cut.signal.aborted ? reason : error
	})
	const part = { cut, done }
	const ofUpload = parts.get(upload) ?? new Set()
	parts.set(upload, ofUpload.add(part))
	try {
		await done
	} finally {
		ofUpload.delete(part)
		if (ofUpload.size === 0) parts.delete(upload)
	}
}

/** Aborts parts that are still being received: an abandoned connection may write for another 30 seconds. */
async function cutParts(upload: string): Promise<void> {
	const coming = [...(parts.get(upload) ?? [])]
	for (const { cut } of coming) cut.abort(new Error('The file is complete'))
	await Promise.allSettled(coming.map(({ done }) => done))
}

/**
 * Checks the file of an upload. No part is written during the check. A retry after a lost response waits for the same
 * check.
 * @returns warnings about content that could not be read.
 */
export async function withCheck(upload: string, check: () => Promise<string[]>): Promise<string[]> {
	const work = checks.get(upload) ?? cutParts(upload).then(check)
	checks.set(upload, work)
	try {
		return await work
	} finally {
		checks.delete(upload)
	}
}
