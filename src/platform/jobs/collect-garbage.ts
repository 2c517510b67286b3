import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// V8 collects garbage only when it needs memory. After work that creates a lot of garbage, we trigger a collection.

type Collect = (how: { type: 'major' | 'minor'; execution: 'sync'; flavor?: 'last-resort' }) => void

let cached: Collect | undefined

function collector(): Collect | undefined {
	if (cached) return cached
	setFlagsFromString('--expose-gc')
	const collect: unknown = runInNewContext('globalThis.gc')
	setFlagsFromString('--no-expose-gc')
	if (typeof collect === 'function') cached = collect as Collect
	return cached
}

/** Collects all garbage and shrinks the heap. Blocks for some 80 ms. */
export const collectAllGarbage = () => collector()?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })

/** Collects short-lived garbage in about a millisecond. Otherwise, more would accumulate before V8 collects it. */
export const collectNewGarbage = () => collector()?.({ type: 'minor', execution: 'sync' })

/** Returns the size of the old generation, including garbage. The new generation fluctuates by megabytes. */
const oldBytes = () =>
	getHeapSpaceStatistics().reduce(
		(sum, { space_name: name, space_used_size: used }) => (name.startsWith('new_') ? sum : sum + used),
		0,
	)

/** Maximum growth of the heap in a long loop before garbage is collected, in bytes. V8 would wait for 200 MB. */
const MAX_GROWTH = 64 * 1024 * 1024

/** Returns a function to call in a long loop. It collects garbage whenever the heap has grown too much. */
export function garbageLimiter(): () => void {
	let baseline = oldBytes()
	return () => {
		const now = oldBytes()
		if (now < baseline) baseline = now
		if (now - baseline < MAX_GROWTH) return
		collector()?.({ type: 'major', execution: 'sync' })
		baseline = oldBytes()
	}
}
