import { formatDayTime } from '#src/lib/dates/dates.ts'

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

/** What the screens call the values of a fact, by the fact and the value: `role`, `user`: Regular. */
export type ValueNames = Readonly<Record<string, Readonly<Record<string, string>>>>

/** What stands in an entry as it is read: a time of a machine becomes one of a person, and a value has its name. */
const labelOf = (value: unknown, names: ValueNames[string] = {}): string => {
	const text = String(value)
	if (INSTANT.test(text)) return `${formatDayTime(text, { zone: 'utc' })} UTC`
	// A fact may be several values, such as the settings that were changed.
	const named = text.split(', ').map((one) => (Object.hasOwn(names, one) ? names[one] : one))
	return named.join(', ')
}

/** A change in words: `role: Regular to Admin`. */
export function changeText(detail: Record<string, unknown>, names: ValueNames = {}): string {
	return Object.entries(detail)
		.map(([name, value]) =>
			Array.isArray(value) && value.length === 2
				? value[0] === value[1]
					? ''
					: `${name}: ${labelOf(value[0], names[name])} to ${labelOf(value[1], names[name])}`
				: `${name}: ${labelOf(value, names[name])}`,
		)
		.filter(Boolean)
		.join(', ')
}
