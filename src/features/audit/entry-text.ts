import { formatDayTime } from '#src/lib/dates/dates.ts'

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

/** Labels of values, by fact and value: `{ role: { user: 'Regular' } }`. */
export type ValueNames = Readonly<Record<string, Readonly<Record<string, string>>>>

const labelOf = (value: unknown, names: ValueNames[string] = {}): string => {
	const text = String(value)
	if (INSTANT.test(text)) return `${formatDayTime(text, { zone: 'utc' })} UTC`
	// A fact may have several values, such as the settings that were changed.
	const named = text.split(', ').map((one) => (Object.hasOwn(names, one) ? names[one] : one))
	return named.join(', ')
}

/** Returns a change as text: `role: Regular to Admin`. */
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
