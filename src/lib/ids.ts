const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

let latest = 0
/** How far ids may run ahead of the clock, where very many are made at once, in milliseconds. */
const FAR_AHEAD_MS = 10 * 60_000

/** What the ids of this instant begin with, in milliseconds: those made later sort behind it. */
export function idStart(at: number): string {
	let start = ''
	for (let time = at, i = 0; i < 10; i++, time = Math.floor(time / 32)) start = ALPHABET[time % 32] + start
	return start
}

/** When an id of `newId` was made, in milliseconds, by the clock of where it was. */
export const idTime = (id: string): number =>
	[...id.slice(0, 10)].reduce((time, letter) => time * 32 + ALPHABET.indexOf(letter), 0)

/**
 * A new id: 20 characters of Crockford base 32, 50 bits of time before 50 random bits, so that
 * ids sort by creation and no one can tell how many there are. Not a secret: tokens are made elsewhere.
 */
export function newId(): string {
	const now = Date.now()
	// Never the same time twice: two rows of one millisecond still sort as they were made. Far ahead, the clock was put back.
	latest = latest > now + FAR_AHEAD_MS ? now : Math.max(now, latest + 1)
	return idAt(latest)
}

/** An id as `newId` would have made it at this instant, in milliseconds. */
export function idAt(time: number): string {
	let id = idStart(time)
	for (const byte of crypto.getRandomValues(new Uint8Array(10))) id += ALPHABET[byte % 32]
	return id
}

/** The form of what `newId` makes. */
export const NEW_ID = /^[0-9a-hjkmnp-tv-z]{20}$/

/**
 * Whether `text` can be an id or a token in an address: letters, digits, hyphens and underscores. A screen at any other
 * is the public 404 page: `/questions/x.css`, answered with a member's page, could be kept by a cache that goes by endings.
 */
export const isId = (text: string): boolean => /^[\w-]{1,100}$/.test(text)
