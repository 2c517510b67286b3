import { $user, LOGGED_OUT_KEY, removeStoredUser, storedUser } from '#src/lib/api/auth-state.ts'
import { CSRF_COOKIE, CSRF_HEADER, CSRF_REFUSED, readCookie } from '#src/lib/api/csrf.ts'
import { plainGet } from '#src/lib/api/plain-get.ts'
import { keepStored } from '#src/lib/browser-storage.ts'
import { forgetZone } from '#src/lib/dates/reader-zone.ts'
import { deleteDraftsOf, isTextStored } from '#src/lib/forms/draft-storage.ts'
import { forgetOfflinePages } from '#src/lib/site/offline-pages.ts'
import { showToast } from '#src/lib/toast.ts'

async function newToken(): Promise<string> {
	const answer = await plainGet<{ csrfToken: string }>('/api/csrf-token')
	if (!answer) throw new Error('no token')
	return answer.csrfToken
}

const post = (token: string) =>
	fetch('/api/logout', { method: 'POST', credentials: 'same-origin', headers: { [CSRF_HEADER]: token } })

/** Deletes the signed-in user's data in this browser. Returns whether that included unsent text. */
export async function clearUserData(): Promise<boolean> {
	const person = $user.get() ?? storedUser()
	const hadUnsentText = person !== null && person !== undefined && isTextStored(person.id)
	if (person) deleteDraftsOf(person.id)
	await forgetOfflinePages().catch(() => undefined)
	removeStoredUser()
	forgetZone()
	// If storage is blocked, other tabs detect the logout on their next request.
	keepStored(LOGGED_OUT_KEY, String(Date.now()))
	return hadUnsentText
}

/**
 * Ends the session and goes to the home page. Uses plain fetch instead of `call(logout)`, so that a member on a static
 * page does not load the API client and its schemas to log out.
 */
export async function endSession(): Promise<void> {
	let answer = await post(readCookie(CSRF_COOKIE) ?? (await newToken()))
	if (answer.status === 403 && (await answer.clone().text()) === CSRF_REFUSED) answer = await post(await newToken())
	if (!answer.ok) throw new Error(`${answer.status}`)
	const hadUnsentText = await clearUserData()
	showToast({
		title: 'Logged out successfully',
		...(hadUnsentText && { description: 'Text that you had not sent was deleted from this browser.' }),
		afterNavigation: true,
	})
	window.location.assign('/')
}
