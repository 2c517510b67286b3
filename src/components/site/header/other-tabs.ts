import { $user, findUser, LOGGED_OUT_KEY, STORED_USER_KEY, setUser, storedUser } from '#src/lib/api/auth-state.ts'
import { forgetDraftsOf, stopStoringFor } from '#src/lib/forms/draft-storage.ts'
import { hideSignInEnded } from '../page/return-links.ts'

/**
 * Follows sign-ins and logouts in other tabs. The page may contain private data, so it goes when its user logs out
 * or another signs in. An expired session does not count: a reload would lose unsaved input.
 */
export function followOtherTabs(reload = () => window.location.reload()): void {
	const shown = () => $user.get()?.id
	/** Hides the page immediately and reloads it for the current user. */
	function leave(): void {
		document.body.hidden = true
		reload()
	}
	window.addEventListener('storage', ({ key }) => {
		const person = shown()
		if (key === LOGGED_OUT_KEY && person) {
			forgetDraftsOf(person)
			return leave()
		}
		if (key !== STORED_USER_KEY) return
		const user = storedUser()
		if (!user) return
		if (shown() && shown() !== user.id) return leave()
		// The sign-in screen is no longer needed; its reload redirects to the target.
		if (window.location.pathname === '/auth') return reload()
		setUser(user)
		hideSignInEnded()
	})
	// The browser restored a page that may be from before a sign-in or a logout.
	window.addEventListener('pageshow', async ({ persisted }) => {
		if (!persisted) return
		const before = shown()
		await findUser()
		if (!before || shown() === before) return
		stopStoringFor(before)
		leave()
	})
}
