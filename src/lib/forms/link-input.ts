import { isOwnPath, isSafeLink } from '../site/links.ts'

/** A name with at least one dot and letters at its end, as a host that is typed without `https://` is written. */
const BARE_HOST = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,24}(?::\d{1,5})?(?:[/?#]\S*)?$/i
const ADDRESS = /^[^\s@/?#:]+@[^\s@/?#:]+\.[a-z]{2,24}$/i

export interface LinkInput {
	readonly href: string
	/** It was an http address, and may not answer under https. */
	readonly wasHttp: boolean
}

const accepted = (href: string, wasHttp = false): LinkInput | undefined =>
	isSafeLink(href) ? { href, wasHttp } : undefined

/**
 * The link that somebody means who writes `text` as an address: `www.` addresses and bare names get https, so does what
 * begins with http, and an e-mail address becomes a link to write to. Undefined for what is no address.
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

/** Whether there is a host that can be looked up: `https://.` and `https://a` are none, a machine of one's own is. */
function hasRealHost(link: string): boolean {
	const host = URL.parse(link)?.hostname ?? ''
	return host === 'localhost' || host.startsWith('[') || /[^.]\.[^.]/.test(host)
}
