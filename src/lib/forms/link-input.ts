import { isOwnPath, isSafeLink } from '../site/links.ts'

/** A host typed without `https://`: has at least one dot and ends in letters. */
const BARE_HOST = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,24}(?::\d{1,5})?(?:[/?#]\S*)?$/i
const EMAIL = /^[^\s@/?#:]+@[^\s@/?#:]+\.[a-z]{2,24}$/i

export interface LinkInput {
	readonly href: string
	/** Whether the typed URL was http. Its server may not support https. */
	readonly wasHttp: boolean
}

const safeLink = (href: string, wasHttp = false): LinkInput | undefined =>
	isSafeLink(href) ? { href, wasHttp } : undefined

/**
 * Parses a link as typed: `www.` hosts, bare hosts and http URLs get https, an email address becomes a
 * mailto link, and a path of this site stays. Returns undefined for anything else.
 */
export function linkOf(text: string): LinkInput | undefined {
	const input = text.trim()
	if (isOwnPath(input)) return { href: input, wasHttp: false }
	if (/^mailto:[^\s?]+@[^\s?]+$/i.test(input)) return { href: input, wasHttp: false }
	if (EMAIL.test(input)) return { href: `mailto:${input}`, wasHttp: false }
	if (/^https:\/\//i.test(input)) return hasRealHost(input) ? safeLink(input) : undefined
	if (/^http:\/\//i.test(input)) {
		if (isSafeLink(input)) return safeLink(input)
		const secure = input.replace(/^http:/i, 'https:')
		return hasRealHost(secure) ? safeLink(secure, true) : undefined
	}
	return BARE_HOST.test(input) ? safeLink(`https://${input}`) : undefined
}

/** Returns whether the host is plausible: rejects `https://.` and `https://a`, but accepts localhost. */
function hasRealHost(link: string): boolean {
	const host = URL.parse(link)?.hostname ?? ''
	return host === 'localhost' || host.startsWith('[') || /[^.]\.[^.]/.test(host)
}
