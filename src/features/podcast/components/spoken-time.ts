import { counted } from '#src/lib/text/format-number.ts'

type Rounding = (seconds: number) => number

/**
 * Formats minutes and seconds, even beyond an hour: `12:18`, `106:24`.
 * Elapsed time is rounded down; a length is rounded as in the list of episodes.
 */
export function minutesClock(seconds: number, rounding: Rounding): string {
	const whole = rounding(seconds)
	return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

function inWords(seconds: number): string {
	const minutes = Math.floor(seconds / 60)
	const remainder = seconds % 60
	if (minutes === 0) return counted(remainder, 'second')
	return remainder === 0 ? counted(minutes, 'minute') : `${counted(minutes, 'minute')} ${counted(remainder, 'second')}`
}

/** Describes the position to screen readers: `1 minute 12 seconds of 4 minutes`. Omits a length that is null. */
export function spokenPosition(position: number, duration: number | null): string {
	const elapsed = inWords(Math.floor(position))
	return duration === null ? elapsed : `${elapsed} of ${inWords(Math.round(duration))}`
}
