import { setImmediate, setTimeout } from 'node:timers/promises'

/** Maximum pause of a slice of background work, in milliseconds: it slows down but never stalls. */
const MAX_MS = 1_000

let urgent = 0
let calm = new AbortController()

/** Runs work that a person waits for, such as publishing. Background work yields to it. */
export async function asUrgent<Result>(work: () => Promise<Result>): Promise<Result> {
	if (urgent++ === 0) calm = new AbortController()
	try {
		return await work()
	} finally {
		if (--urgent === 0) calm.abort()
	}
}

/**
 * Pauses between two slices of background work such as counting or indexing: requests go first, and urgent work gets
 * most of the time. Without this, a newly started club published its pages at a fifth of the speed during indexing.
 */
export async function yieldToEventLoop(): Promise<void> {
	await setImmediate()
	// An abort means that the urgent work is over, and ends the pause early.
	if (urgent > 0) await setTimeout(MAX_MS, undefined, { signal: calm.signal }).catch(() => undefined)
}
