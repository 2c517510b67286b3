/** Cookie that carries the token to the page's script; the header carries it back. Same names on both sides. */
export const CSRF_COOKIE = 'XSRF-TOKEN'
export const CSRF_HEADER = 'X-XSRF-TOKEN'

/**
 * Tells scripts that somebody is signed in, and whether as `admin` or `member`: a visitor's page asks the server nothing,
 * and everybody's shows what is for them before it is painted. Holds no secret and opens nothing.
 */
export const SIGNED_IN_COOKIE = 'signed-in'

/** Sent to the window when a call was refused because nobody is signed in (any more). */
export const SIGN_IN_ENDED = 'sign-in-ended'

/** What the server answers to a stale or missing token; the client then fetches a new one and tries once more. */
export const CSRF_REFUSED = 'Your security token has expired. Please try again.'

/** Says for whom the page is that makes a call: the cookies may be somebody else's by now, and their token with them. */
export const PAGE_USER_HEADER = 'X-Page-User'

/** What the server answers when a page shows one person and the browser is signed in as another. */
export const ANOTHER_USER =
	'Somebody else has signed in in this browser since this page was opened, so nothing was sent. Sign in as yourself in another tab, then try again here.'

/** Value of a cookie that scripts may read. */
export function readCookie(name: string): string | undefined {
	for (const part of document.cookie.split('; ')) {
		const at = part.indexOf('=')
		if (part.slice(0, at) === name) return decodeURIComponent(part.slice(at + 1))
	}
	return undefined
}
