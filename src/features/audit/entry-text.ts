import { formatDayTime } from '#src/lib/dates.ts'

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

/** What stands in an entry as it is read: a time of a machine becomes one of a person. */
const wordsOf = (value: unknown): string => {
	const text = String(value)
	return INSTANT.test(text) ? `${formatDayTime(text, { zone: 'utc' })} UTC` : text
}

/** A change in words: `role: user to admin`. */
export function changeText(detail: Record<string, unknown>): string {
	return Object.entries(detail)
		.map(([name, value]) =>
			Array.isArray(value) && value.length === 2
				? value[0] === value[1]
					? ''
					: `${name}: ${wordsOf(value[0])} to ${wordsOf(value[1])}`
				: `${name}: ${wordsOf(value)}`,
		)
		.filter(Boolean)
		.join(', ')
}
