/**
 * Cookie that gives scripts the CSRF token, and the request header that returns it. Browser and server use these names.
 */
export const CSRF_COOKIE = 'XSRF-TOKEN'
export const CSRF_HEADER = 'X-XSRF-TOKEN'

/**
 * Cookie that marks a signed-in browser for scripts, as `admin` or `member`. A visitor's page can skip the request for
 * the user, and every page shows the right parts before the first paint. Not secret and grants no access.
 */
export const SIGNED_IN_COOKIE = 'signed-in'

/** Event on the window when a call was rejected because the user is not signed in. */
export const SIGN_IN_ENDED = 'sign-in-ended'

/** Error text for a stale or missing token; the client then fetches a new one and retries. */
export const CSRF_REFUSED = 'Your security token has expired. Please try again.'

/** Header with the user of the calling page: the cookies may already belong to another user. */
export const PAGE_USER_HEADER = 'X-Page-User'

/** Error text if the page was rendered for a different user than that of the session. */
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
