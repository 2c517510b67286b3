import { setMaxListeners } from 'node:events'

// Uploads in progress in this process: parts being received, and files being checked.

interface PartInProgress {
	readonly controller: AbortController
	readonly done: Promise<unknown>
}

const parts = new Map<string, Set<PartInProgress>>()
const checks = new Map<string, Promise<string[]>>()

/** Rejects on abort. `Promise.race` with one promise for the whole part would retain all of its chunks. */
const rejectOnAbort = <Value>(next: Promise<Value>, signal: AbortSignal) =>
	new Promise<Value>((resolve, reject) => {
		const onAbort = () => reject(signal.reason)
		if (signal.aborted) return onAbort()
		signal.addEventListener('abort', onAbort, { once: true })
		const cleanUp = () => signal.removeEventListener('abort', onAbort)
		next.finally(cleanUp).then(resolve, reject)
	})

/** Yields chunks until the signal aborts, even if the client sends nothing. */
async function* untilAborted(content: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
	const iterator = content[Symbol.asyncIterator]()
	try {
		for (;;) {
			const { done, value } = await rejectOnAbort(iterator.next(), signal)
			if (done) return
			yield value
		}
	} finally {
		// Not awaited: it settles with the next chunk, which may never come.
		void iterator.return?.()?.then(undefined, () => undefined)
	}
}

/** Returns whether the file of an upload is being checked. */
export const isBeingChecked = (upload: string): boolean => checks.has(upload)

/**
 * Receives a part. A check of the file can abort it.
 * @param reason the error to throw after an abort.
 */
export async function withPart(
	upload: string,
	content: AsyncIterable<Uint8Array>,
	{ keep, reason }: { keep(content: AsyncIterable<Uint8Array>): Promise<void>; reason: Error },
): Promise<void> {
	const controller = new AbortController()
	setMaxListeners(0, controller.signal)
	const done = keep(untilAborted(content, controller.signal)).catch((error: unknown) => {
		throw controller.signal.aborted ? reason : error
	})
	const part = { controller, done }
	const uploadParts = parts.get(upload) ?? new Set()
	parts.set(upload, uploadParts.add(part))
	try {
		await done
	} finally {
		uploadParts.delete(part)
		if (uploadParts.size === 0) parts.delete(upload)
	}
}

/** Aborts parts that are still being received: an abandoned connection may write for another 30 seconds. */
async function abortParts(upload: string): Promise<void> {
	const active = [...(parts.get(upload) ?? [])]
	for (const { controller } of active) controller.abort(new Error('The file is complete'))
	await Promise.allSettled(active.map(({ done }) => done))
}

/**
 * Checks the file of an upload. No part is written during the check. A retry after a lost response waits for the same
 * check.
 * @returns warnings about content that could not be read.
 */
export async function withCheck(upload: string, check: () => Promise<string[]>): Promise<string[]> {
	const work = checks.get(upload) ?? abortParts(upload).then(check)
	checks.set(upload, work)
	try {
		return await work
	} finally {
		checks.delete(upload)
	}
}
