const MINUTE_MS = 60_000
const UNITS = [
	{ ms: MINUTE_MS, below: 60, short: 'min', spoken: 'minute' },
	{ ms: 60 * MINUTE_MS, below: 24, short: 'h', spoken: 'hour' },
	{ ms: 24 * 60 * MINUTE_MS, below: 30, short: 'd', spoken: 'day' },
] as const

/** Returns how long ago a time was, as short text and for screen readers; undefined from 30 days on. */
export function ago(then: number, now: number): { short: string; spoken: string } | undefined {
	// The server's clock may be ahead.
	const elapsed = Math.max(0, now - then)
	if (elapsed < MINUTE_MS) return { short: 'now', spoken: 'just now' }
	for (const { ms, below, short, spoken } of UNITS) {
		const count = Math.floor(elapsed / ms)
		if (count < below) return { short: `${count} ${short}`, spoken: `${count} ${spoken}${count === 1 ? '' : 's'} ago` }
	}
	return undefined
}
