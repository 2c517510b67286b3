export type ValueField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Sets the value of a field as typing does. React ignores an event if the value is the one it last saw. */
export function enterValue(field: ValueField, value: string): void {
	field.value = value === '' ? ' ' : ''
	Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
	field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

/**
 * Passes autofilled values on to a form: some password managers set them without an event.
 * @param known the form's own value of a field, by name.
 */
export function enterAutofilled(form: HTMLFormElement | null, known: (name: string) => unknown): void {
	for (const field of form?.querySelectorAll<ValueField>('[name]:is(input, select, textarea)') ?? []) {
		const value = known(field.name)
		if (/^(?:checkbox|radio|file)$/.test(field.type) || typeof value !== 'string') continue
		// A textarea has no other line ends.
		if (field.value !== value.replaceAll(/\r\n?/g, '\n')) enterValue(field, field.value)
	}
}
