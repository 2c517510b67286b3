import { lineOf } from './text/line-of.ts'

// RFC 5321 without quoting, comments, address literals and routes. Rejects anything that an email client might read as
// two addresses, or as a different address than the one checked.
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const DOMAIN = /^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/

/** Returns whether `address` has a valid format for sending mail. */
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

// Domains without public DNS: special-use names (RFC 6761, 6762, 7686, 8375, 9476), private networks, and names that
// ICANN never delegates. Allows `.example` and `.test`, which are reserved for demonstrations and tests.
const UNREACHABLE =
	/\.(?:alt|arpa|corp|home|internal|intranet|invalid|lan|local|localdomain|localhost|mail|onion|private)$/i

/** Returns the ending that makes `address` undeliverable, such as `.local`, or undefined. */
export const unreachableEnding = (address: string): string | undefined => UNREACHABLE.exec(address)?.[0].toLowerCase()

/** Longer text is not parsed: some of the patterns below are quadratic. */
const MAX_TEXT = 1_000

const QUOTES = /^["'‘’“”]+|["'‘’“”]+$/g
const SCHEME = /^(?:mailto|smtp):/i

function unescaped(text: string): string {
	try {
		return decodeURIComponent(text)
	} catch {
		return text
	}
}

/** Removes quotation marks, and `mailto:` with its parameters. */
function bare(text: string): string {
	const address = text.trim().replaceAll(QUOTES, '')
	return SCHEME.test(address) ? unescaped(address.replace(SCHEME, '').replace(/\?.*$/, '')).trim() : address
}

/** Brackets around an address, including full-width and typographic ones and HTML entities. */
const OPENING = /(?:&lt;|[<＜‹«])+/gi
const CLOSING = /(?:&gt;|[>＞›»])+/gi
const ADDRESS = String.raw`(?<address>(?:mailto:)?[^\s<>()[\]]+@[^\s<>()[\]]+)`
/** Formats of an address with a name in which a space or comma cannot be a typo in the address. */
const FORMS = [
	// `Name <address>`, optionally followed by a note in parentheses, as copied from email clients.
	/^(?<name>[^<>]*)<(?<address>[^<>]+@[^<>]+)>(?:\s*\([^<>@]*\))?$/,
	new RegExp(`^<${ADDRESS}>(?<name>[^<>@]*)$`),
	// Markdown link, `Name [address]`, `Name (address)`, `address (Name)`.
	new RegExp(String.raw`^\[(?<name>[^[\]]*)\]\(${ADDRESS}\)$`, 'i'),
	new RegExp(String.raw`^(?<name>[^[\]@]*)\[${ADDRESS}\]$`, 'i'),
	new RegExp(String.raw`^(?<name>[^()@]*)\(${ADDRESS}\)$`, 'i'),
	new RegExp(String.raw`^${ADDRESS}\s*\((?<name>[^()]*)\)$`),
	// `Name - address`, `Email: address`, `address - Name`.
	new RegExp(String.raw`^(?<name>[^@<>()[\]]*)(?::|\s[-–—|])\s+${ADDRESS}$`),
	new RegExp(String.raw`^${ADDRESS}\s[-–—|]\s+(?<name>[^@<>()[\]]*)$`),
]
/** Matches labels of an address, to distinguish them from names. */
const LABEL = /^e?[- ]?mail(?: address)?$/i

/**
 * Parses an address and its optional name ('' if there is none) from `text`. Accepts only unambiguous forms:
 * `dana,whitfield@…` is a typo, not a person named whitfield.
 */
export function readAddress(text: string): { address: string; name: string } {
	if (text.length > MAX_TEXT) return { address: text, name: '' }
	const line = lineOf(text).replaceAll(OPENING, '<').replaceAll(CLOSING, '>').replaceAll('＠', '@')
	const whole = line.replace(/[\s;,]+$/, '')
	const groups = FORMS.map((form) => form.exec(whole)?.groups).find((found) => found !== undefined) ?? {}
	const address = bare(groups.address ?? whole)
	const name = (groups.name ?? '').trim().replaceAll(QUOTES, '').trim()
	return { address, name: name.includes('@') || LABEL.test(name) ? '' : name }
}

/** Derives a name from an address: `dana.whitfield@…` becomes Dana Whitfield. */
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
