import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// V8 collects garbage when it needs room. After known bursts of garbage, we trigger a collection.

type Collect = (how: { type: 'major' | 'minor'; execution: 'sync'; flavor?: 'last-resort' }) => void

let known: Collect | undefined

function collector(): Collect | undefined {
	if (known) return known
	setFlagsFromString('--expose-gc')
	const collect: unknown = runInNewContext('globalThis.gc')
	setFlagsFromString('--no-expose-gc')
	if (typeof collect === 'function') known = collect as Collect
	return known
}

/** Collects all garbage and shrinks the heap. Blocks for some 80 ms. */
export const collectAllGarbage = () => collector()?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })

/** Collects short-lived garbage in about a millisecond; otherwise 60 MB accumulate first. */
export const collectNewGarbage = () => collector()?.({ type: 'minor', execution: 'sync' })
