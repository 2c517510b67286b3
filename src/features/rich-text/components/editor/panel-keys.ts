import type { KeyboardEvent } from 'react'

/** Returns the key handler of a panel: Enter in a field applies it, Escape closes it. */
export const panelKeys =
	({ apply, close }: { apply(): void; close(): void }) =>
	(event: KeyboardEvent): void => {
		const isField = event.target instanceof HTMLInputElement && /^(text|url)$/.test(event.target.type)
		const act = { Enter: isField ? apply : undefined, Escape: close }[event.key]
		// Keeps Enter from submitting the surrounding form.
		if (act) event.preventDefault()
		act?.()
	}
