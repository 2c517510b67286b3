export type ValueField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Gives a field a value as if it was typed. React hears of a value only if it differs from the last one that it saw. */
export function enterValue(field: ValueField, value: string): void {
	field.value = value === '' ? ' ' : ''
	Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
	field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

/**
 * Enters what the fields of a form hold and the form does not know: password managers set values without an event.
 * @param known the value that the form has for a field, by its name.
 */
export function enterUnheard(form: HTMLFormElement | null, known: (name: string) => unknown): void {
	for (const field of form?.querySelectorAll<ValueField>('[name]:is(input, select, textarea)') ?? []) {
		const value = known(field.name)
		if (/^(?:checkbox|radio|file)$/.test(field.type) || typeof value !== 'string') continue
		// A textarea has no other line ends.
		if (field.value !== value.replaceAll(/\r\n?/g, '\n')) enterValue(field, field.value)
	}
}
