import { setImmediate, setTimeout } from 'node:timers/promises'

/** How long a slice of work in the background waits at most, in milliseconds: it goes on slowly, and never stands still. */
const LONGEST_MS = 1_000

let urgent = 0
let calm = new AbortController()

/** Does what somebody waits for, such as public pages being made: work in the background gives way to it. */
export async function asUrgent<Result>(work: () => Promise<Result>): Promise<Result> {
	if (urgent++ === 0) calm = new AbortController()
	try {
		return await work()
	} finally {
		if (--urgent === 0) calm.abort()
	}
}

/**
 * Between two slices of work that nobody waits for, such as counting or indexing: requests go first, and whatever is
 * urgent has most of the time. A club that has just started made its pages a fifth as fast beside its index.
 */
export async function yieldToEventLoop(): Promise<void> {
	await setImmediate()
	// Aborted means that it is over: the wait ends early.
	if (urgent > 0) await setTimeout(LONGEST_MS, undefined, { signal: calm.signal }).catch(() => undefined)
}
