import { isOwnPath, isSafeLink } from '../site/links.ts'

/** A host typed without `https://`: has at least one dot and ends in letters. */
const BARE_HOST = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,24}(?::\d{1,5})?(?:[/?#]\S*)?$/i
const ADDRESS = /^[^\s@/?#:]+@[^\s@/?#:]+\.[a-z]{2,24}$/i

export interface LinkInput {
	readonly href: string
	/** Whether the typed address was http. Its server may not support https. */
	readonly wasHttp: boolean
}

const accepted = (href: string, wasHttp = false): LinkInput | undefined =>
	isSafeLink(href) ? { href, wasHttp } : undefined

/**
 * Parses an address as typed: `www.` addresses, bare hosts and http addresses get https, an email address becomes a
 * mailto link, and a path of this site stays. Returns undefined for anything else.
 */
export function linkOf(text: string): LinkInput | undefined {
	const given = text.trim()
	if (isOwnPath(given)) return { href: given, wasHttp: false }
	if (/^mailto:[^\s?]+@[^\s?]+$/i.test(given)) return { href: given, wasHttp: false }
	if (ADDRESS.test(given)) return { href: `mailto:${given}`, wasHttp: false }
	if (/^https:\/\//i.test(given)) return hasRealHost(given) ? accepted(given) : undefined
	if (/^http:\/\//i.test(given)) {
		if (isSafeLink(given)) return accepted(given)
		const secure = given.replace(/^http:/i, 'https:')
		return hasRealHost(secure) ? accepted(secure, true) : undefined
	}
	return BARE_HOST.test(given) ? accepted(`https://${given}`) : undefined
}

/** Returns whether the host is plausible: rejects `https://.` and `https://a`, but accepts localhost. */
function hasRealHost(link: string): boolean {
	const host = URL.parse(link)?.hostname ?? ''
	return host === 'localhost' || host.startsWith('[') || /[^.]\.[^.]/.test(host)
}
