import { lineOf } from './one-line.ts'

// RFC 5321 without quoting, comments, address literals and routes: what a mail program might read as two
// addresses, or as another one than we checked, is refused.
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const DOMAIN = /^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/

/** Whether mail may be sent to `address`. */
export function isMailAddress(address: string): boolean {
	const at = address.indexOf('@')
	return (
		at > 0 &&
		at <= 64 &&
		address.length <= 254 &&
		LOCAL.test(address.slice(0, at)) &&
		DOMAIN.test(address.slice(at + 1))
	)
}

// Endings that no name server of the internet knows: special-use names (RFC 6761, 6762, 7686, 8375, 9476) and those of
// private networks. `.example` and `.test` are reserved for demonstrations and trials, and stay.
const UNREACHABLE = /\.(?:alt|arpa|corp|home|internal|intranet|invalid|lan|local|localdomain|localhost|onion|private)$/i

/** The ending by which no mail reaches `address`, such as `.local`; undefined where it may be reached. */
export const unreachableEnding = (address: string): string | undefined => UNREACHABLE.exec(address)?.[0].toLowerCase()

/** Longer text is no address, and some of the patterns below take the square of its length. */
const LONGEST_TEXT = 1_000

const QUOTES = /^["'‘’“”]+|["'‘’“”]+$/g
const SCHEME = /^(?:mailto|smtp):/i

function unescaped(text: string): string {
	try {
		return decodeURIComponent(text)
	} catch {
		return text
	}
}

/** An address without what stands around it: quotation marks, `mailto:` with its parameters. */
function bare(text: string): string {
	const address = text.trim().replaceAll(QUOTES, '')
	return SCHEME.test(address) ? unescaped(address.replace(SCHEME, '').replace(/\?.*$/, '')).trim() : address
}

/** `Name <address>` and `Name [mailto:address]`, as mail programs copy them. */
const BRACKETS = /^(?<name>[^<>[\]]*)(?:<(?<angle>[^<>]+)>|\[(?<square>mailto:[^[\]]+)\])$/i
/** `address (Name)`. */
const ROUND = /^(?<address>[^\s()]+)\s*\((?<name>[^()]*)\)$/

/**
 * The address in `text` as people write it, and the name beside it, '' where there is none. Only forms in which
 * nothing else could be meant are read: `dana,whitfield@…` is a typing error, not somebody called whitfield.
 */
export function readAddress(text: string): { address: string; name: string } {
	if (text.length > LONGEST_TEXT) return { address: text, name: '' }
	const whole = lineOf(text).replace(/[\s;,]+$/, '')
	const groups = (BRACKETS.exec(whole) ?? ROUND.exec(whole))?.groups ?? {}
	const address = bare(groups.angle ?? groups.square ?? groups.address ?? whole)
	const name = (groups.name ?? '').trim().replaceAll(QUOTES, '').trim()
	return { address, name: name.includes('@') ? '' : name }
}

/** A name to call somebody by of whom only the address is known: `dana.whitfield@…` is Dana Whitfield. */
export function nameFromAddress(address: string): string {
	const local = address.slice(0, address.indexOf('@'))
	const words = local
		.replace(/\+.*$/, '')
		.split(/[._\d-]+/)
		.filter(Boolean)
		.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
	const name = words.join(' ')
	return name.length < 2 ? address : name
}
