import { $user, forgetUser, LOGGED_OUT_KEY, storedUser } from '#src/lib/api/auth-state.ts'
import { CSRF_COOKIE, CSRF_HEADER, CSRF_REFUSED, readCookie } from '#src/lib/api/csrf.ts'
import { plainGet } from '#src/lib/api/plain-get.ts'
import { keepStored } from '#src/lib/browser-storage.ts'
import { forgetZone } from '#src/lib/dates/reader-zone.ts'
import { forgetDraftsOf, isTextStored } from '#src/lib/forms/draft-storage.ts'
import { forgetOfflinePages } from '#src/lib/site/offline-pages.ts'
import { showToast } from '#src/lib/toast.ts'

async function newToken(): Promise<string> {
	const answer = await plainGet<{ csrfToken: string }>('/api/csrf-token')
	if (!answer) throw new Error('no token')
	return answer.csrfToken
}

const post = (token: string) =>
	fetch('/api/logout', { method: 'POST', credentials: 'same-origin', headers: { [CSRF_HEADER]: token } })

/** Says in the account menu, when it opens, that logging out deletes unsent text. */
export function sayUnsentText(): void {
	const note = document.getElementById('unsent-text')
	document.querySelector('[aria-controls="account-menu"]')?.addEventListener('click', () => {
		const person = $user.get() ?? storedUser()
		if (note) note.hidden = !person || !isTextStored(person.id)
	})
}

/**
 * Ends the session and goes to the home page. Uses plain fetch instead of `call(logout)`: the API client and its
 * schemas would be most of a public page's script.
 */
async function logOut(button: HTMLButtonElement): Promise<void> {
	button.disabled = true
	try {
		let answer = await post(readCookie(CSRF_COOKIE) ?? (await newToken()))
		if (answer.status === 403 && (await answer.clone().text()) === CSRF_REFUSED) answer = await post(await newToken())
		if (!answer.ok) throw new Error(`${answer.status}`)
		const person = $user.get() ?? storedUser()
		const deletesText = person && isTextStored(person.id)
		if (person) forgetDraftsOf(person.id)
		await forgetOfflinePages().catch(() => undefined)
		forgetUser()
		forgetZone()
		// Storage may be blocked. Other tabs then find out at their next request.
		keepStored(LOGGED_OUT_KEY, String(Date.now()))
		showToast({
			title: 'Logged out successfully',
			...(deletesText && { description: 'Text that you had not sent was deleted from this browser.' }),
			afterNavigation: true,
		})
		window.location.assign('/')
	} catch {
		showToast({ title: 'Logout failed', variant: 'destructive' })
		button.disabled = false
	}
}

/** Makes the log-out buttons of all pages work. */
export function startLogOut(): void {
	document.addEventListener('click', ({ target }) => {
		const button = target instanceof Element ? target.closest<HTMLButtonElement>('[data-log-out]') : null
		if (button) void logOut(button)
	})
}
