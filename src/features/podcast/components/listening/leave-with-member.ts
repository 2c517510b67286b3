import { $user, LOGGED_OUT_KEY, STORED_USER_KEY, storedUser } from '#src/lib/api/auth-state.ts'
import { deleteDraftsOf } from '#src/lib/forms/draft-storage.ts'

/**
 * Reloads a player window when its member signs out or another user signs in, in another tab. Pages with a header use
 * `components/site/header/other-tabs.ts`: sharing that file would add a request to every public page.
 */
export function reloadOnUserChange(reload = () => window.location.reload()): void {
	window.addEventListener('storage', ({ key }) => {
		const member = $user.get()
		if (!member) return
		const isLoggedOut = key === LOGGED_OUT_KEY
		const storedMember = key === STORED_USER_KEY ? storedUser() : null
		if (!isLoggedOut && (!storedMember || storedMember.id === member.id)) return
		if (isLoggedOut) deleteDraftsOf(member.id)
		document.body.hidden = true
		reload()
	})
}
