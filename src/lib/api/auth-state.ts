import { atom } from 'nanostores'
import { keepStored, readStored } from '../browser-storage.ts'
import { readCookie, SIGNED_IN_COOKIE } from './csrf.ts'

/** The signed-in user, as known to the browser. */
export interface SignedInUser {
	id: string
	name: string
	username: string
	email: string
	role: 'admin' | 'user'
	/** Can moderate posts: a moderator or an admin. */
	isModerator?: boolean | undefined
	/** False once the membership lapsed, ended or is paused; absent otherwise. */
	isInGoodStanding?: boolean | undefined
}

/** The viewer of this page: a user, `null` for a visitor, `undefined` while unknown. */
export const $user = atom<SignedInUser | null | undefined>(undefined)

/** Storage key of the last known user, so that a static page shows the right header before the server answers. */
export const STORED_USER_KEY = 'second-chair:user'

/** Event on the window once the page has a signed-in user in good standing. */
export const MEMBER_EVENT = 'second-chair:member'

/** Storage key that changes on each logout, so that other tabs hide the user's data. */
export const LOGGED_OUT_KEY = 'second-chair:logged-out'

/**
 * Returns whether a member in good standing is a moderator. Admins are too, but their menu has the moderation link
 * anyway.
 */
export const isMemberModerator = (user: SignedInUser | null | undefined) =>
	user?.role === 'user' && user.isModerator === true && !isLapsed(user)

/** Returns whether the user can open only the account and public pages. */
export const isLapsed = (user: SignedInUser | null | undefined) => user?.isInGoodStanding === false

/** Returns the first letter of the name or username, or U (docs/product.md, Header). */
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

/** Parses a user from JSON; returns null for anything else. */
export function parseUser(json: string | null | undefined): SignedInUser | null {
	try {
		const value: unknown = JSON.parse(json ?? 'null')
		return isUser(value) ? value : null
	} catch {
		return null
	}
}

function markLapsed(user: SignedInUser | null): void {
	const { dataset } = document.documentElement
	if (isLapsed(user)) dataset.lapsed = ''
	else delete dataset.lapsed
}

/** Removes only the stored copy, for a logout that leaves the page immediately. */
export const removeStoredUser = () => keepStored(STORED_USER_KEY, undefined)

/**
 * Sets the current user in the store, in browser storage and for the style sheet. Call it with the response of a login,
 * or with null when a session has ended.
 */
export function setUser(user: SignedInUser | null): void {
	keepStored(STORED_USER_KEY, user ? JSON.stringify(user) : undefined)
	const { dataset } = document.documentElement
	dataset.auth = !user ? 'visitor' : user.role === 'admin' ? 'admin' : 'member'
	if (isMemberModerator(user)) dataset.moderator = ''
	else delete dataset.moderator
	markLapsed(user)
	$user.set(user)
}

export const storedUser = (): SignedInUser | null => parseUser(readStored(STORED_USER_KEY))

/**
 * Determines the viewer of a static page. Visitors have no `signed-in` cookie and cause no request. For others the
 * stored copy is used until the server answers.
 */
export async function findUser(): Promise<void> {
	if (readCookie(SIGNED_IN_COOKIE) === undefined) return setUser(null)
	const stored = storedUser()
	if (stored) {
		markLapsed(stored)
		$user.set(stored)
	}
	const answer = await fetch('/api/user', { credentials: 'same-origin' }).catch(() => undefined)
	if (answer?.ok) return setUser(parseUser(await answer.text()))
	if (answer?.status === 401) {
		// The session ended elsewhere. Delete the cookie, or every page would ask the server again.
		// biome-ignore lint/suspicious/noDocumentCookie: Cookie Store is not in every browser we serve
		document.cookie = `${SIGNED_IN_COOKIE}=; Max-Age=0; Path=/`
		return setUser(null)
	}
	// The account is temporarily suspended.
	if (answer?.status === 403) return setUser(null)
	// After a network or server error, keep the last known user. If there is none, show the public page.
	if (!stored) setUser(null)
}
