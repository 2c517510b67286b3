const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

let latest = 0
/** Maximum lead of ids over the clock after a burst of ids, in milliseconds. */
const FAR_AHEAD_MS = 10 * 60_000

/** Returns the prefix of ids created at this time (in milliseconds). Later ids sort after it. */
export function idStart(at: number): string {
	let start = ''
	for (let time = at, i = 0; i < 10; i++, time = Math.floor(time / 32)) start = ALPHABET[time % 32] + start
	return start
}

/** Returns the creation time of an id by `newId`, in milliseconds. */
export const idTime = (id: string): number =>
	[...id.slice(0, 10)].reduce((time, letter) => time * 32 + ALPHABET.indexOf(letter), 0)

/**
 * Creates an id of 20 characters in Crockford base 32: 50 bits of time and 50 random bits, so ids sort by creation and
 * do not reveal how many there are. Not secret: do not use as a token.
 */
export function newId(): string {
	const now = Date.now()
	// Always increase, so that ids of one millisecond sort in order. If the lead is too large, the clock was set back.
	latest = latest > now + FAR_AHEAD_MS ? now : Math.max(now, latest + 1)
	return idAt(latest)
}

/** Creates an id for this time, in milliseconds. */
export function idAt(time: number): string {
	let id = idStart(time)
	for (const byte of crypto.getRandomValues(new Uint8Array(10))) id += ALPHABET[byte % 32]
	return id
}

export const NEW_ID = /^[0-9a-hjkmnp-tv-z]{20}$/

/**
 * Returns whether `text` can be an id or token in an address: letters, digits, hyphens and underscores. Other addresses
 * return 404: a cache that decides by file extension could store a member's page under `/questions/x.css`.
 */
export const isId = (text: string): boolean => /^[\w-]{1,100}$/.test(text)
