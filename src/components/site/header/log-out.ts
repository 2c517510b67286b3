import { $user, storedUser } from '#src/lib/api/auth-state.ts'
import { isTextStored } from '#src/lib/forms/draft-storage.ts'
import { showToast } from '#src/lib/toast.ts'

/** Warns in the account menu, when it opens, that logging out deletes unsent text. */
export function warnAboutUnsentText(): void {
	const note = document.getElementById('unsent-text')
	document.querySelector('[aria-controls="account-menu"]')?.addEventListener('click', () => {
		const person = $user.get() ?? storedUser()
		if (note) note.hidden = !person || !isTextStored(person.id)
	})
}

async function logOut(button: HTMLButtonElement): Promise<void> {
	button.disabled = true
	try {
		// Loaded on demand, because most readers of a public page cannot log out.
		const { endSession } = await import('./end-session.ts')
		await endSession()
	} catch {
		showToast({ title: 'Logout failed', variant: 'destructive' })
		button.disabled = false
	}
}

/** Makes the logout buttons of all pages work. */
export function startLogOut(): void {
	document.addEventListener('click', ({ target }) => {
		const button = target instanceof Element ? target.closest<HTMLButtonElement>('[data-log-out]') : null
		if (button) void logOut(button)
	})
}
