/** Longest address that is stored or followed. */
export const LINK_LIMIT = 2048

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether the address is one of this machine. */
export const isLocal = (url: URL): boolean => LOCAL.has(url.hostname)

/** One part of a name between its dots, as DNS takes it; underscores occur in real ones. */
const LABEL = /^[a-z\d_]([a-z\d_-]{0,61}[a-z\d_])?$/

/**
 * Whether an address names a host that can be one. `URL` takes more than that (`https://.`, `https://-`, a label of 200
 * characters), and reads `https://1.2.3` and `https://999` as addresses of machines that nobody meant.
 */
export function hasRealHost(url: URL, text: string): boolean {
	const { hostname, port } = url
	if (port === '0') return false
	if (hostname.startsWith('[')) return true
	if (/^[\d.]*\d[\d.]*$/.test(hostname)) return text.includes(hostname)
	// One dot at the end only says that the name is whole.
	const name = hostname.replace(/\.$/, '')
	return name.length <= 253 && name.split('.').every((label) => LABEL.test(label))
}

/**
 * Whether `text` is a link we show: https (http on this machine, for development), without user name or password,
 * at most 2,048 characters. Everything else (`javascript:`, `data:`, `https://bank.example@evil.example`) is refused.
 */
export function isSafeLink(text: string): boolean {
	if (text.length > LINK_LIMIT || /[\s\p{Cc}]/u.test(text) || !/^https?:\/\/[^/\\]/i.test(text)) return false
	const url = URL.parse(text)
	if (!url || url.username || url.password || !hasRealHost(url, text)) return false
	return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal(url))
}

/** Whether `text` is the address of an uploaded file. */
export const isMediaPath = (text: string): boolean => /^\/media\/[\da-z]{20}\/[a-z\d-]{1,80}\.[a-z\d]{2,5}$/.test(text)

/** Whether `text` is a path of this site. `//host` and `/\\host` are other sites in disguise. */
export const isOwnPath = (text: string): boolean => /^\/(?![/\\])[^\s\p{Cc}]*$/u.test(text) && text.length <= LINK_LIMIT
