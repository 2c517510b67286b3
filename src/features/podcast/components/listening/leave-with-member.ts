import { $user, LOGGED_OUT_KEY, STORED_USER_KEY, storedUser } from '#src/lib/api/auth-state.ts'
import { forgetDraftsOf } from '#src/lib/forms/draft-storage.ts'

/**
 * Has a window of the player begin anew once its member logs out in another tab, or somebody else signs in there. Pages
 * with a header have `components/site/header/other-tabs.ts` for it: shared with this window, it would be one more file that
 * every public page waits for.
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
