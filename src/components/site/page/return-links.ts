import { $user } from '#src/lib/api/auth-state.ts'
import { SIGN_IN_ENDED } from '#src/lib/api/csrf.ts'
import { signInPath } from '#src/lib/site/routes.ts'

const LINKS = 'main a[href^="/auth"], #sign-in-ended a'

function here(): string {
	const { pathname, search, hash } = window.location
	return pathname + search + hash
}

const notice = () => document.getElementById('sign-in-ended')

/** Takes the notice away: whose page this is has signed in again, in another tab. */
export function hideSignInEnded(): void {
	const text = notice()
	if (text) text.hidden = true
}

/**
 * Links to the sign-in lead back to where they were followed: those of a page for visitors, and those of whoever's
 * sign-in ended in the middle of something. The header's own leads to where the person's role begins.
 */
export function startReturnLinks(): void {
	for (const type of ['click', 'auxclick'])
		document.addEventListener(type, ({ target }) => {
			const link = target instanceof Element ? target.closest<HTMLAnchorElement>(LINKS) : null
			// Only at this moment is it known where on the page one is.
			if (link) link.href = signInPath(here())
		})
	window.addEventListener(SIGN_IN_ENDED, () => {
		const text = notice()
		// A visitor's page may ask in vain, too; it never had a sign-in that could end.
		if (text && $user.get()) text.hidden = false
	})
}
