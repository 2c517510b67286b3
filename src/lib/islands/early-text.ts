import type { ValueField } from '../enter-value.ts'
import { sessionStore } from './toast-signal.ts'

// Stores text typed into islands before hydration. Forms store drafts only after hydration.

export const isSwitch = (control: Element): control is HTMLInputElement =>
	control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type)

/** Returns the initial value of a field: browsers trim an email address, and a color is never empty. */
function initialValue(field: ValueField): string | undefined {
	if (field instanceof HTMLSelectElement)
		return ([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value
	if (field instanceof HTMLTextAreaElement) return field.defaultValue
	const { type, defaultValue: value } = field
	return Object.assign(document.createElement('input'), { type, value }).value
}

/** Finds fields whose value differs from the HTML: browsers restore values after a reload or Back without an event. */
export function filledIn(island: HTMLElement): ValueField[] {
	const fields = [...island.querySelectorAll<ValueField>('input, select, textarea')]
	return fields.filter(
		(field) => !isSwitch(field) && !/^(file|hidden)$/.test(field.type) && field.value !== initialValue(field),
	)
}

/**
 * Returns the key of an island's text on this page: a draft of its user, which a logout deletes. The prefix and the
 * user's key repeat those of `draft-storage.ts` and `auth-state.ts`: Astro inlines this file, so it has almost no
 * imports.
 */
function keyOf(island: HTMLElement): string | undefined {
	const user = document.getElementById('current-user')?.textContent || localStorage.getItem('second-chair:user')
	const { id = 'visitor' } = (JSON.parse(user ?? 'null') ?? {}) as { id?: string }
	// The session has ended, so the text must not be stored.
	if (id !== 'visitor' && !/(^|; )signed-in=/.test(document.cookie)) return undefined
	return `second-chair:draft:early:${location.pathname}:${island.getAttribute('prefix')}:${id}`
}

/** Stores text for this page's next load in this tab: after Back, or if the scripts fail to load. */
export function keepText(island: HTMLElement, fields: readonly ValueField[]): void {
	try {
		const key = keyOf(island)
		const texts = fields.flatMap(({ id, type, value }) => (id && type !== 'password' ? [[id, value]] : []))
		if (!key) return
		if (texts.length > 0) sessionStore()?.setItem(key, JSON.stringify(Object.fromEntries(texts)))
		else sessionStore()?.removeItem(key)
	} catch {
		// Blocked or full storage.
	}
}

/** Puts stored text back into its fields. */
export function restoreText(island: HTMLElement): void {
	try {
		const key = keyOf(island)
		const stored: Record<string, string> = JSON.parse((key && sessionStore()?.getItem(key)) || '{}')
		if (key) sessionStore()?.removeItem(key)
		for (const field of island.querySelectorAll<ValueField>('input, select, textarea'))
			field.value = stored[field.id] ?? field.value
	} catch {
		// Blocked storage.
	}
}
