import { atom } from 'nanostores'
import { readCookie, SIGNED_IN_COOKIE } from './csrf.ts'

/** The signed-in person as their own browser knows them. */
export interface SignedInUser {
	id: string
	name: string
	username: string
	email: string
	role: 'admin' | 'user'
}

/** Who looks at this page: a user, `null` for a visitor, `undefined` while that is not known. */
export const $user = atom<SignedInUser | null | undefined>(undefined)

/** Where the last known user is kept, so that a static page shows the right header before it has asked. */
export const STORED_USER_KEY = 'second-chair:user'

/** Changed in storage at each logout, which other tabs hear: what they show of the person goes. */
export const LOGGED_OUT_KEY = 'second-chair:logged-out'

/** First letter of the name or username, else U (docs/product.md, Header). */
export function initialOf(person: { name?: string | null; username?: string | null } | null | undefined): string {
	const text = person?.name?.trim() || person?.username?.trim() || 'U'
	return [...text][0]?.toUpperCase() ?? 'U'
}

function isUser(value: unknown): value is SignedInUser {
	const user = value as SignedInUser | null
	return (
		typeof user?.id === 'string' && typeof user.email === 'string' && (user.role === 'admin' || user.role === 'user')
	)
}

/** A user from JSON text, or null for anything else. */
export function parseUser(json: string | null | undefined): SignedInUser | null {
	try {
		const value: unknown = JSON.parse(json ?? 'null')
		return isUser(value) ? value : null
	} catch {
		return null
	}
}

/** Removes the stored copy and nothing else: for a logout, which leaves the page at once. */
export function forgetUser(): void {
	remember(null)
}

// A browser may refuse storage (private windows, a full disk); the header then waits for the server each time.
function remember(user: SignedInUser | null): void {
	try {
		if (user) localStorage.setItem(STORED_USER_KEY, JSON.stringify(user))
		else localStorage.removeItem(STORED_USER_KEY)
	} catch {
		// Then this page knows, and the next one asks.
	}
}

/**
 * Makes `user` the one this browser knows: the store, the copy in storage, and what the style sheet shows.
 * Call it with the answer of a login; with null when a session turns out to have ended.
 */
export function setUser(user: SignedInUser | null): void {
	remember(user)
	document.documentElement.dataset.auth = !user ? 'visitor' : user.role === 'admin' ? 'admin' : 'member'
	$user.set(user)
}

/** Whom this browser last knew to be signed in. */
export function storedUser(): SignedInUser | null {
	try {
		return parseUser(localStorage.getItem(STORED_USER_KEY))
	} catch {
		return null
	}
}

/**
 * Finds out who looks at a static page. A visitor has no `signed-in` cookie, so their page asks nothing;
 * for everybody else the stored copy serves until the server has answered.
 */
export async function findUser(): Promise<void> {
	if (readCookie(SIGNED_IN_COOKIE) === undefined) return setUser(null)
	const stored = storedUser()
	if (stored) $user.set(stored)
	const answer = await fetch('/api/user', { credentials: 'same-origin' }).catch(() => undefined)
	if (answer?.ok) return setUser(parseUser(await answer.text()))
	if (answer?.status === 401) {
		// The session ended elsewhere: without this every page would ask again, in vain.
		// biome-ignore lint/suspicious/noDocumentCookie: Cookie Store is not in every browser we serve
		document.cookie = `${SIGNED_IN_COOKIE}=; Max-Age=0; Path=/`
		return setUser(null)
	}
	// No answer, or a fault of the server: what was known stands, and who is not known is shown the public page.
	if (!stored) setUser(null)
}
