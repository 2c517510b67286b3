/** Cookie that carries the token to the page's script; the header carries it back. Same names on both sides. */
export const CSRF_COOKIE = 'XSRF-TOKEN'
export const CSRF_HEADER = 'X-XSRF-TOKEN'

/** Tells scripts that somebody is signed in, so that a visitor's page asks the server nothing. Holds no secret. */
export const SIGNED_IN_COOKIE = 'signed-in'

/** What the server answers to a stale or missing token; the client then fetches a new one and tries once more. */
export const CSRF_REFUSED = 'Your security token has expired. Please try again.'

/** Value of a cookie that scripts may read. */
export function readCookie(name: string): string | undefined {
	for (const part of document.cookie.split('; ')) {
		const at = part.indexOf('=')
		if (part.slice(0, at) === name) return decodeURIComponent(part.slice(at + 1))
	}
	return undefined
}
