import { type Access, isAllowed, type Role } from '../api/access.ts'
import { signInLink } from './sign-in-link.ts'

/**
 * Public screens by route. Every other screen requires a sign-in, and below /admin an admin, so new screens are
 * private.
 */
const forEveryone = [
	'/',
	'/.well-known/change-password',
	'/401',
	'/404',
	'/503',
	'/apply',
	'/auth',
	'/courses',
	'/courses/[id]',
	'/courses/[id]/cover.png',
	'/dev/mail',
	'/dev/mail/[id]',
	'/dev/pay/[id]',
	'/email-confirmation',
	'/fault',
	'/contact',
	'/forgot-password',
	'/leave-undo',
	'/theme.css',
	// The contract checks access to each file.
	'/media/[id]/[name]',
	'/not-me',
	'/offline',
	'/podcast',
	'/podcast/[slug]',
	'/podcast/[slug]/cover.png',
	'/podcast/page/[page]',
	'/podcast/player',
	'/privacy',
	'/reset-password',
	'/robots.txt',
	'/search',
	'/sitemap.xml',
	'/stop-reset',
	'/terms',
	'/unsubscribe/[token]',
	'/verify',
]

/** Route of the owner's pages. Compared by name, because as a pattern it would match every screen. */
const CLUB_PAGE = '/[clubPage]'

const isForEveryone = new RegExp(
	`^(?:${forEveryone.map((route) => route.replaceAll('.', '\\.').replaceAll(/\[\w+\]/g, '[^/]+')).join('|')})$`,
)

/** Returns the required role for the screen at `path`: its address or, in the guard, its route. */
export function accessOf(path: string): Access {
	if (/^\/admin\/moderation\/?$/i.test(path)) return 'moderator'
	if (/^\/admin(?:\/|$)/i.test(path)) return 'admin'
	if (path === CLUB_PAGE || isForEveryone.test(path)) return 'public'
	// A lapsed member can still read their own stored data.
	return /^\/(?:account|change-password|cle)(?:\/|$)/.test(path) ? 'account' : 'member'
}

/** The screen to which members who are not in good standing are redirected. */
const MEMBERSHIP = '/account/membership'

/** Returns the start page after a sign-in that has no return address. */
export const homeOf = ({ role, isInGoodStanding }: Role) =>
	role === 'admin' ? '/admin' : isInGoodStanding === false ? MEMBERSHIP : '/dashboard'

const MAX_LENGTH = 1000

// Only unambiguous addresses of this site: no double slash, backslash or dot, and no encoded characters before the
// question mark.
const ADDRESS = /^(?<path>(?:\/[\w~-]+)+)(?<query>\?[\w.~!$'()*+,;:@=&%/?-]*)?(?<fragment>#[\w-]*)?$/
const FRAGMENT = /^#[\w-]+$/
const NOT_SCREENS = /^\/(?:api|render|_\w*)(?:\/|$)/i

function isPlain(query: string): boolean {
	try {
		return !/\p{Cc}/u.test(decodeURIComponent(query))
	} catch {
		return false
	}
}

/**
 * Returns `text` if it is the address of a screen to return to after a sign-in, else undefined. Anyone can forge
 * `text`, so this rejects everything that could lead to another site, a call, a file or a redirect loop.
 */
export function returnAddress(text: string | null | undefined): string | undefined {
	if (!text || text.length > MAX_LENGTH) return undefined
	const { path = '', query = '' } = ADDRESS.exec(text)?.groups ?? {}
	if (!path || NOT_SCREENS.test(path) || !isPlain(query)) return undefined
	const isScreen = accessOf(path) !== 'public' || /^\/courses(?:\/|$)/.test(path)
	return isScreen ? text : undefined
}

/**
 * Returns the address of the sign-in page that leads back to `from`. The default, the dashboard, needs no address.
 */
export function signInPath(from?: string): string {
	const address = returnAddress(from)
	if (!address || address === '/dashboard') return '/auth'
	return signInLink(address)
}

/**
 * Returns the target of a sign-in: `next` if it is a screen for this user, else by role (docs/product.md, Pages).
 * `fragment` is the fragment of the sign-in page's address, which browsers keep through redirects.
 */
export function afterSignIn(user: Role, next: string | null, fragment = ''): string {
	const address = returnAddress(next)
	if (!address || !isAllowed(accessOf(address.replace(/[?#].*/, '')), user)) return homeOf(user)
	return address.includes('#') || !FRAGMENT.test(fragment) ? address : address + fragment
}

/** Returns the user of a screen that is not public. The guard (middleware.ts) ensures that there is one. */
export function signedIn({ user }: App.Locals): NonNullable<App.Locals['user']> {
	if (!user) throw new Error('This screen is rendered without a user')
	return user
}

/**
 * Returns the redirect for a user without access: visitors sign in and return, others go to the home page
 * (docs/product.md, Pages), and lapsed members to their membership.
 */
export function refusedPath(access: Access, from?: string, user?: Role): string {
	if (user?.isInGoodStanding === false) return MEMBERSHIP
	return access === 'member' || access === 'account' ? signInPath(from) : '/'
}
