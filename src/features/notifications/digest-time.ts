import { toLocalInput, zonedInstant } from '#src/lib/dates/zoned-time.ts'
import type { Digest } from './digest-contract.ts'

const DAY_MS = 86_400_000
/** The hour of the clock at which a digest goes out. */
const HOUR = '07'

/**
 * When the next digest is due after an instant: at seven by the clocks of the zone, whatever they are set to that day.
 * Undefined for who wants none.
 */
export function nextDigestAt(after: number, { every, weekday, timeZone }: Digest): Date | undefined {
	if (every === 'never') return undefined
	// Days of the calendar in that zone, as dates of no zone.
	const today = Date.parse(`${toLocalInput(new Date(after), timeZone).slice(0, 10)}T00:00Z`)
	for (let days = 0; days <= 8; days++) {
		const day = new Date(today + days * DAY_MS)
		if (every === 'week' && day.getUTCDay() !== weekday) continue
		const found = zonedInstant(`${day.toISOString().slice(0, 10)}T${HOUR}:00`, timeZone)
		if ('instant' in found && found.instant.getTime() > after) return found.instant
	}
	return undefined
}

/** The name of the day on which a digest is due, as `2026-11-23`: of one day there is one. */
export const digestPeriod = (dueAt: Date, timeZone: string) => toLocalInput(dueAt, timeZone).slice(0, 10)
