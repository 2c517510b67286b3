import { toLocalInput, zonedInstant } from '#src/lib/dates/zoned-time.ts'
import type { Digest } from './digest-contract.ts'

const DAY_MS = 86_400_000
/** Local hour of a digest. */
const HOUR = '07'

/**
 * Returns when the next digest is due after an instant: at seven local time, with or without daylight saving time.
 * Undefined if the member gets no digest.
 */
export function nextDigestAt(after: number, { every, weekday, timeZone }: Digest): Date | undefined {
	if (every === 'never') return undefined
	// Calendar days in `timeZone`, represented as UTC dates.
	const today = Date.parse(`${toLocalInput(new Date(after), timeZone).slice(0, 10)}T00:00Z`)
	for (let days = 0; days <= 8; days++) {
		const day = new Date(today + days * DAY_MS)
		if (every === 'week' && day.getUTCDay() !== weekday) continue
		const local = zonedInstant(`${day.toISOString().slice(0, 10)}T${HOUR}:00`, timeZone)
		if ('instant' in local && local.instant.getTime() > after) return local.instant
	}
	return undefined
}

/** Returns the local day of a digest, such as `2026-11-23`, which makes its id unique per day. */
export const digestPeriod = (dueAt: Date, timeZone: string) => toLocalInput(dueAt, timeZone).slice(0, 10)
