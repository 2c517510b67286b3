/** Longest address that is stored or followed. */
export const LINK_LIMIT = 2048

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether the address is one of this machine. */
export const isLocal = (url: URL): boolean => LOCAL.has(url.hostname)

/**
 * Whether `text` is a link we show: https (http on this machine, for development), without user name or password,
 * at most 2,048 characters. Everything else (`javascript:`, `data:`, `https://bank.example@evil.example`) is refused.
 */
export function isSafeLink(text: string): boolean {
	if (text.length > LINK_LIMIT || /[\s\p{Cc}]/u.test(text) || !/^https?:\/\//i.test(text)) return false
	const url = URL.parse(text)
	if (!url || url.username || url.password) return false
	return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal(url))
}

/** Whether `text` is a path of this site. `//host` and `/\\host` are other sites in disguise. */
export const isOwnPath = (text: string): boolean => /^\/(?![/\\])[^\s\p{Cc}]*$/u.test(text) && text.length <= LINK_LIMIT
