import { setMaxListeners } from 'node:events'

// What this process has in hand of uploads: the parts that are coming in, and the files that are looked at.

interface PartInProgress {
	readonly cut: AbortController
	readonly done: Promise<unknown>
}

const parts = new Map<string, Set<PartInProgress>>()
const checks = new Map<string, Promise<string[]>>()

/** Not a race with one promise for the whole part: that would hold every piece until its end. */
const orCut = <Value>(next: Promise<Value>, signal: AbortSignal) =>
	new Promise<Value>((resolve, reject) => {
		const cut = () => reject(signal.reason)
		if (signal.aborted) return cut()
		signal.addEventListener('abort', cut, { once: true })
		const over = () => signal.removeEventListener('abort', cut)
		next.finally(over).then(resolve, reject)
	})

/** Passes on what comes until the signal says that it is of no more use; whoever sends may be silent by then. */
async function* untilCut(content: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
	const pieces = content[Symbol.asyncIterator]()
	try {
		for (;;) {
			const { done, value } = await orCut(pieces.next(), signal)
			if (done) return
			yield value
		}
	} finally {
		// Not waited for: it ends with the next piece, which may never come.
		void pieces.return?.()?.then(undefined, () => undefined)
	}
}

/** Whether the file of an upload is being looked at. */
export const isInCheck = (upload: string): boolean => checks.has(upload)

/**
 * Takes a part, so that whoever looks at the file can end it.
 * @param reason what `keep` fails with where that happens.
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

/** Ends the parts that are still coming in: a connection that was given up may write for half a minute more. */
async function cutParts(upload: string): Promise<void> {
	const coming = [...(parts.get(upload) ?? [])]
	for (const { cut } of coming) cut.abort(new Error('The file is complete'))
	await Promise.allSettled(coming.map(({ done }) => done))
}

/**
 * Looks at the file of an upload, with nothing written to it from the first moment on. Whoever asks meanwhile, since an
 * answer was lost on the way, waits for the same.
 * @returns what could not be read of it.
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
