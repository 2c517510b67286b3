import { setImmediate, setTimeout } from 'node:timers/promises'

/** Maximum pause between two slices of background work, in milliseconds. The work slows down but never stalls. */
const MAX_MS = 1_000

let urgent = 0
let urgentDone = new AbortController()

/** Runs urgent work, for which a person is waiting, such as publishing. Background work yields to it. */
export async function asUrgent<Result>(work: () => Promise<Result>): Promise<Result> {
	if (urgent++ === 0) urgentDone = new AbortController()
	try {
		return await work()
	} finally {
		if (--urgent === 0) urgentDone.abort()
	}
}

/**
 * Pauses between two slices of background work such as counting or indexing, so that requests go first and urgent work
 * gets most of the time. Otherwise, publishing a new club's pages during indexing takes five times as long.
 */
export async function yieldToEventLoop(): Promise<void> {
	await setImmediate()
	// The end of urgent work aborts the signal, which ends the pause early.
	if (urgent > 0) await setTimeout(MAX_MS, undefined, { signal: urgentDone.signal }).catch(() => undefined)
}
