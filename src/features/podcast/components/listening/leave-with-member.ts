import { $user, LOGGED_OUT_KEY, STORED_USER_KEY, storedUser } from '#src/lib/api/auth-state.ts'
import { forgetDraftsOf } from '#src/lib/forms/draft-storage.ts'

/**
 * Reloads a player window when its member signs out or another user signs in, in another tab. Pages with a header use
 * `components/site/header/other-tabs.ts`: sharing that file would add a request to every public page.
 */
export function leaveWithMember(reload = () => window.location.reload()): void {
	window.addEventListener('storage', ({ key }) => {
		const member = $user.get()
		if (!member) return
		const isLoggedOut = key === LOGGED_OUT_KEY
		const other = key === STORED_USER_KEY ? storedUser() : null
		if (!isLoggedOut && (!other || other.id === member.id)) return
		if (isLoggedOut) forgetDraftsOf(member.id)
		document.body.hidden = true
		reload()
	})
}
