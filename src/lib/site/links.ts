/** Maximum length of an address that is stored or followed. */
export const LINK_LIMIT = 2048

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

export const isLocal = (url: URL): boolean => LOCAL.has(url.hostname)

/** A DNS label; underscores occur in real names. */
const LABEL = /^[a-z\d_]([a-z\d_-]{0,61}[a-z\d_])?$/

/**
 * Returns whether an address has a valid host. `URL` accepts more (`https://.`, `https://-`, a label of 200
 * characters), and reads `https://1.2.3` and `https://999` as IP addresses.
 */
export function hasRealHost(url: URL, text: string): boolean {
	const { hostname, port } = url
	if (port === '0') return false
	if (hostname.startsWith('[')) return true
	if (/^[\d.]*\d[\d.]*$/.test(hostname)) return text.includes(hostname)
	// A trailing dot only marks a fully qualified name.
	const name = hostname.replace(/\.$/, '')
	return name.length <= 253 && name.split('.').every((label) => LABEL.test(label))
}

/**
 * Returns whether `text` is a link that may be shown: https (or http on localhost, for development), without a username
 * or password, up to 2,048 characters. Rejects `javascript:`, `data:` and `https://bank.example@evil.example`.
 */
export function isSafeLink(text: string): boolean {
	if (text.length > LINK_LIMIT || /[\s\p{Cc}]/u.test(text) || !/^https?:\/\/[^/\\]/i.test(text)) return false
	const url = URL.parse(text)
	if (!url || url.username || url.password || !hasRealHost(url, text)) return false
	return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal(url))
}

/** Returns whether `text` is the path of an uploaded file. */
export const isMediaPath = (text: string): boolean => /^\/media\/[\da-z]{20}\/[a-z\d-]{1,80}\.[a-z\d]{2,5}$/.test(text)

/** Returns whether `text` is a path of this site. `//host` and `/\\host` are other sites in disguise. */
export const isOwnPath = (text: string): boolean => /^\/(?![/\\])[^\s\p{Cc}]*$/u.test(text) && text.length <= LINK_LIMIT
