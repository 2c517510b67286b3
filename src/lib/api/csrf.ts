/** Cookie with the CSRF token for scripts, and the header that returns it. Same names on both sides. */
export const CSRF_COOKIE = 'XSRF-TOKEN'
export const CSRF_HEADER = 'X-XSRF-TOKEN'

/**
 * Cookie that tells scripts of a sign-in, as `admin` or `member`: a visitor's page sends no request, and all pages
 * show the right parts before the first paint. Contains no secret and grants nothing.
 */
export const SIGNED_IN_COOKIE = 'signed-in'

/** Event on the window when a call was rejected for lack of a sign-in. */
export const SIGN_IN_ENDED = 'sign-in-ended'

/** Error text for a stale or missing token; the client then fetches a new one and retries. */
export const CSRF_REFUSED = 'Your security token has expired. Please try again.'

/** Header with the user of the calling page: the cookies may belong to another user by now. */
export const PAGE_USER_HEADER = 'X-Page-User'

/** Error text if the page belongs to another user than the session. */
export const ANOTHER_USER =
	'Someone else signed in to this browser, so nothing was sent. Sign in as yourself in another tab, then try again here.'

/** Returns the value of a cookie that scripts may read. */
export function readCookie(name: string): string | undefined {
	for (const part of document.cookie.split('; ')) {
		const at = part.indexOf('=')
		if (part.slice(0, at) === name) return decodeURIComponent(part.slice(at + 1))
	}
	return undefined
}
