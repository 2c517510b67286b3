import { $user, findUser, LOGGED_OUT_KEY, STORED_USER_KEY, setUser, storedUser } from '#src/lib/api/auth-state.ts'
import { forgetDraftsOf, keepNoMoreOf } from '#src/lib/forms/draft-storage.ts'
import { hideSignInEnded } from '../page/return-links.ts'

/**
 * What other tabs do to the person of this page. It may hold what is only theirs: once they log out, or somebody else
 * signs in, it goes. A sign-in that ran out is no reason: it would take away what is being written.
 */
export function followOtherTabs(reload = () => window.location.reload()): void {
	const shown = () => $user.get()?.id
	/** The page is asked for anew, for whoever is here now; what it shows of somebody else is gone at once. */
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
		// The sign-in has nothing to ask any more, and goes on to where it leads.
		if (window.location.pathname === '/auth') return reload()
		setUser(user)
		hideSignInEnded()
	})
	// The browser brought back a page as it was left, perhaps from before a sign-in or a logout.
	window.addEventListener('pageshow', async ({ persisted }) => {
		if (!persisted) return
		const before = shown()
		await findUser()
		if (!before || shown() === before) return
		keepNoMoreOf(before)
		leave()
	})
}
