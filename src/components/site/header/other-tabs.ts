import { $user, findUser, LOGGED_OUT_KEY, STORED_USER_KEY, setUser, storedUser } from '#src/lib/api/auth-state.ts'
import { deleteDraftsOf, hasUnsent, resumeStoringFor, stopStoringFor } from '#src/lib/forms/draft-storage.ts'
import { hideSignInEnded } from '../page/return-links.ts'

/**
 * Follows sign-ins and logouts in other tabs. The page may contain private data, so it reloads when its user logs out
 * or another user signs in. After a logout, a page with unsent text is only hidden until its user signs in again. An
 * expired session does not reload the page, which would lose unsaved input.
 */
export function followOtherTabs(reload = () => window.location.reload()): void {
	/** The user of a page that a logout has hidden, and the function that shows it again. */
	let hidden: { person: string; showAgain: Promise<() => void> } | undefined
	const pageUser = () => hidden?.person ?? $user.get()?.id
	/** Hides the page immediately and reloads it for the current user. */
	function leave(): void {
		document.body.hidden = true
		reload()
	}
	function leaveOrHide(person: string): void {
		if (!hasUnsent(person)) {
			leave()
			return
		}
		document.body.hidden = true
		// Loaded on demand, because it is rarely needed.
		hidden ??= { person, showAgain: import('./hidden-page.ts').then(({ hidePage }) => hidePage(leave)) }
	}
	window.addEventListener('storage', ({ key }) => {
		const person = pageUser()
		if (key === LOGGED_OUT_KEY && person) {
			deleteDraftsOf(person)
			return leaveOrHide(person)
		}
		if (key !== STORED_USER_KEY) return
		const user = storedUser()
		if (!user) return
		if (pageUser() && pageUser() !== user.id) return leave()
		// The sign-in screen is no longer needed. Reloading it redirects to the target.
		if (window.location.pathname === '/auth') return reload()
		setUser(user)
		hideSignInEnded()
		resumeStoringFor(user.id)
		void hidden?.showAgain.then((showAgain) => showAgain())
		hidden = undefined
	})
	// A page that the browser restored may be from before a sign-in or logout.
	window.addEventListener('pageshow', async ({ persisted }) => {
		if (!persisted) return
		const before = pageUser()
		await findUser()
		const now = pageUser()
		if (!before || now === before) return
		stopStoringFor(before)
		if (now) leave()
		else leaveOrHide(before)
	})
}
