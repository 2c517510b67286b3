import type { Access } from '../api/contract.ts'

/**
 * The screens for everybody, by their route. Every other screen needs a sign-in, and those below /admin an admin: a
 * new one is private until it is named here.
 */
const forEverybody = [
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
	'/fault',
	'/contact',
	'/forgot-password',
	'/theme.css',
	// The contract says who may have which.
	'/media/[id]/[name]',
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
	'/terms',
	'/unsubscribe/[token]',
]

/** The route of the pages that an owner writes. By its name alone: as a pattern it would be every screen. */
const CLUB_PAGE = '/[clubPage]'

const isForEverybody = new RegExp(
	`^(?:${forEverybody.map((route) => route.replaceAll('.', '\\.').replaceAll(/\[\w+\]/g, '[^/]+')).join('|')})$`,
)

/** Who may see the screen at `path`, which is an address or, in the guard, the route that answers it. */
export function accessOf(path: string): Access {
	if (/^\/admin(?:\/|$)/i.test(path)) return 'admin'
	return path === CLUB_PAGE || isForEverybody.test(path) ? 'public' : 'member'
}

/** Has the admin screen that a visitor asked for, so that the home page can lead there by way of the sign-in. */
export const ADMIN_ASKED_COOKIE = 'admin-asked'

/** Where a person lands after sign-in, if they did not come from somewhere. */
export const homeOf = (role: 'admin' | 'user') => (role === 'admin' ? '/admin' : '/dashboard')

/** Longest way back that is taken along. */
const MAX_LENGTH = 1000

// What our own addresses are made of, and nothing that could mean something else to somebody: no second slash, no
// backslash, no dot, nothing encoded before the question mark.
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
 * `text` if it is the address of a screen of ours to come back to after a sign-in, else undefined. It comes from an
 * address that anybody can make up: whatever could lead elsewhere, to a call, to a file or round in a circle is none.
 */
export function returnAddress(text: string | null | undefined): string | undefined {
	if (!text || text.length > MAX_LENGTH) return undefined
	const { path = '', query = '' } = ADDRESS.exec(text)?.groups ?? {}
	if (!path || NOT_SCREENS.test(path) || !isPlain(query)) return undefined
	const isScreen = accessOf(path) !== 'public' || /^\/courses(?:\/|$)/.test(path)
	return isScreen ? text : undefined
}

/** The sign-in, which leads back to `from` afterwards. The dashboard needs no way back: the sign-in leads there. */
export function signInPath(from?: string): string {
	const address = returnAddress(from)
	if (!address || address === '/dashboard') return '/auth'
	return `/auth?next=${encodeURIComponent(address).replaceAll('%2F', '/')}`
}

/**
 * Where a sign-in leads: back to `next` where that is a screen this role may see, else by role (docs/product.md,
 * Pages). `fragment` is that of the sign-in's own address, which a browser takes along through a redirect.
 */
export function afterSignIn(role: 'admin' | 'user', next: string | null, fragment = ''): string {
	const address = returnAddress(next)
	if (!address || (role !== 'admin' && accessOf(address.replace(/[?#].*/, '')) === 'admin')) return homeOf(role)
	return address.includes('#') || !FRAGMENT.test(fragment) ? address : address + fragment
}

/**
 * Where one lands who may not see a screen: visitors sign in and come back, others are shown the home page
 * (docs/product.md, Pages).
 */
export const refusedPath = (access: Access, from?: string) => (access === 'admin' ? '/' : signInPath(from))
