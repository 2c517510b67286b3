import { dayIn } from '#src/lib/dates/zoned-time.ts'
import { counted } from '#src/lib/text/format-number.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Time before a session from which the join link is emphasized, in milliseconds. */
const JOIN_MS = 15 * MINUTE

export interface Timed {
	scheduledAt: string
	durationMinutes: number
}

/** The phase of a session: upcoming, about to begin (`JOIN_MS`), begun, or over. */
export type Phase = 'ahead' | 'soon' | 'on' | 'over'

const startOf = ({ scheduledAt }: Timed) => Date.parse(scheduledAt)
const endOf = (session: Timed) => startOf(session) + session.durationMinutes * MINUTE

export function phaseOf(session: Timed, now: number): Phase {
	if (now >= endOf(session)) return 'over'
	const left = startOf(session) - now
	if (left <= 0) return 'on'
	return left <= JOIN_MS ? 'soon' : 'ahead'
}

/** Counts days between two instants on a zone's calendar. A night with a DST change counts as one. */
export const daysBetween = (from: number, to: number, zone: string) =>
	Math.round((Date.UTC(...dayIn(to, zone)) - Date.UTC(...dayIn(from, zone))) / DAY)

/**
 * Returns the time until a session in words: "in 3 days", "tomorrow", "in 2 hours", "in 25 minutes", "now"; undefined
 * once it is over. Days are calendar days in `zone`; hours are rounded down.
 */
export function timeLeft(session: Timed, now: number, zone: string): string | undefined {
	const phase = phaseOf(session, now)
	if (phase === 'over') return undefined
	if (phase === 'on') return 'now'
	const start = startOf(session)
	const minutes = Math.ceil((start - now) / MINUTE)
	if (minutes < 60) return `in ${counted(minutes, 'minute')}`
	const days = daysBetween(now, start, zone)
	if (days > 1) return `in ${counted(days, 'day')}`
	const hours = Math.floor(minutes / 60)
	if (days === 1 && hours >= 6) return 'tomorrow'
	const rest = minutes % 60
	// Under three hours, show minutes too.
	if (hours < 3 && rest > 0) return `in ${counted(hours, 'hour')} ${counted(rest, 'minute')}`
	return `in ${counted(hours, 'hour')}`
}

/** Returns the milliseconds until the minutes left change for any of these sessions; a minute if there are none. */
export const untilNextMinute = (sessions: readonly Timed[], now: number): number =>
	Math.min(MINUTE, ...sessions.map((session) => (((startOf(session) - now) % MINUTE) + MINUTE) % MINUTE || MINUTE))
