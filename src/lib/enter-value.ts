export type ValueField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Sets the value of a field as typing would. React ignores an input event if the value did not change. */
export function enterValue(field: ValueField, value: string): void {
	field.value = value === '' ? ' ' : ''
	Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
	field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

/**
 * Passes autofilled values to a form: some password managers set them without an event.
 * @param known returns the form's value for a field name.
 */
export function enterAutofilled(form: HTMLFormElement | null, known: (name: string) => unknown): void {
	for (const field of form?.querySelectorAll<ValueField>('[name]:is(input, select, textarea)') ?? []) {
		const value = known(field.name)
		if (/^(?:checkbox|radio|file)$/.test(field.type) || typeof value !== 'string') continue
		// A textarea normalizes line endings.
		if (field.value !== value.replaceAll(/\r\n?/g, '\n')) enterValue(field, field.value)
	}
}
