import { counted } from '#src/lib/text/format-number.ts'
import type { Attendance } from './contract.ts'

const MINUTE_MS = 60_000

/** Returns the length in rounded minutes, at least one. */
const lengthMinutes = ({ lengthMs }: Pick<Attendance, 'lengthMs'>) => Math.max(1, Math.round(lengthMs / MINUTE_MS))

/** Returns the confirmed minutes. They reach the full length only once `requiredMs` is confirmed. */
function confirmedMinutes(attendance: Pick<Attendance, 'lengthMs' | 'confirmedMs' | 'requiredMs'>): number {
	const { confirmedMs, requiredMs } = attendance
	const length = lengthMinutes(attendance)
	if (confirmedMs >= requiredMs) return length
	return Math.min(Math.floor(confirmedMs / MINUTE_MS), length - 1)
}

/** Returns `12 of 54 minutes confirmed. Code 1 of 2 entered.` */
export function statusText(attendance: Attendance): string {
	const { codesEntered, codesShown } = attendance
	const minutes = `${confirmedMinutes(attendance)} of ${counted(lengthMinutes(attendance), 'minute')} confirmed.`
	if (codesShown === 0) return minutes
	return `${minutes} Code ${codesEntered} of ${codesShown} entered.`
}

/** Separates the letters of a code, so that screen readers spell it. */
export const spellOut = (code: string): string => [...code].join(' ')

/** Adds a period to text that does not end with one, such as an error among other sentences. */
export const withPeriod = (text: string): string => text.replace(/\.?$/, '.')
