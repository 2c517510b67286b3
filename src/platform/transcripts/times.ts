import * as z from 'zod'

/** Converts `12:34`, `1:02:03` or `754.5` to milliseconds; undefined if it is not a time. */
export function millisecondsOf(text: string): number | undefined {
	const trimmed = text.trim()
	if (!/^(?:\d{1,3}:)?\d{1,4}:\d{1,2}(?:[.,]\d{1,9})?$|^\d{1,6}(?:\.\d{1,9})?s?$/.test(trimmed)) return undefined
	const parts = trimmed.replace(',', '.').replace(/s$/, '').split(':').map(Number)
	return Math.round(parts.reduce((total, part) => total * 60 + part, 0) * 1000)
}

/** A time in a JSON file, in milliseconds. Accepts a number of seconds or a formatted time. */
export const instant = z.union([z.number(), z.string()]).transform((value, context) => {
	const ms = typeof value === 'number' ? value * 1000 : millisecondsOf(value)
	if (ms !== undefined) return ms
	context.addIssue({ code: 'custom', message: 'is no time' })
	return z.NEVER
})
