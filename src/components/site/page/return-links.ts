import { $user } from '#src/lib/api/auth-state.ts'
import { SIGN_IN_ENDED } from '#src/lib/api/csrf.ts'
import { signInLink } from '#src/lib/site/sign-in-link.ts'

const LINKS = 'main a[href^="/auth"], #sign-in-ended a'

function here(): string {
	const { pathname, search, hash } = window.location
	return pathname + search + hash
}

const notice = () => document.getElementById('sign-in-ended')

/** Hides the notice after the user signed in again in another tab. */
export function hideSignInEnded(): void {
	const text = notice()
	if (text) text.hidden = true
}

/**
 * Makes sign-in links on public pages and in the expired-session notice return to the current page. The link in
 * the header leads to the start page of the role instead.
 */
export function startReturnLinks(): void {
	for (const type of ['click', 'auxclick'])
		document.addEventListener(type, ({ target }) => {
			const link = target instanceof Element ? target.closest<HTMLAnchorElement>(LINKS) : null
			// Set the URL on click, to include the current position on the page.
			if (link && window.location.pathname !== '/') link.href = signInLink(here())
		})
	window.addEventListener(SIGN_IN_ENDED, () => {
		const text = notice()
		// A visitor's request can also be rejected, but a visitor has no session that could expire.
		if (text && $user.get()) text.hidden = false
	})
}
