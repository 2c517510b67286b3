import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// V8 looks for garbage when it needs room. Where much of it is made at once, and it is known when, it is asked to look.

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

/** Gives back all that is of no more use, also the space for new things: nobody is answered for some 80 ms. */
export const collectAllGarbage = () => collector()?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })

/** Gives back what came in a moment ago and was passed on, in about a millisecond: else 60 MB of it gather first. */
export const collectNewGarbage = () => collector()?.({ type: 'minor', execution: 'sync' })
