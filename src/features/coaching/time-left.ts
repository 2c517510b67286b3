import { dayIn } from '#src/lib/dates/zoned-time.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long before its time the way into a session is what one looks for, in milliseconds. */
export const JOIN_MS = 15 * MINUTE

/** What of a session says when it is. */
export interface Timed {
	scheduledAt: string
	durationMinutes: number
}

/** How far a session is: yet to come, about to begin (`JOIN_MS`), begun, or over. */
export type Phase = 'ahead' | 'soon' | 'on' | 'over'

const startOf = ({ scheduledAt }: Timed) => Date.parse(scheduledAt)
const endOf = (session: Timed) => startOf(session) + session.durationMinutes * MINUTE

export function phaseOf(session: Timed, now: number): Phase {
	if (now >= endOf(session)) return 'over'
	const left = startOf(session) - now
	if (left <= 0) return 'on'
	return left <= JOIN_MS ? 'soon' : 'ahead'
}

/** "1 minute", "5 minutes" */
const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

/** Days between two instants on the calendar of a zone: of a night with the clocks changed it is one, too. */
const daysBetween = (from: number, to: number, zone: string) =>
	Math.round((Date.UTC(...dayIn(to, zone)) - Date.UTC(...dayIn(from, zone))) / DAY)

/**
 * How long it is until a session, in words: "in 3 days", "tomorrow", "in 2 hours", "in 25 minutes", "now"; undefined
 * once it is over. Days are those of the calendar of `zone`, as one counts them; hours and minutes are never too many.
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
	// Near, the minutes matter.
	if (hours < 3 && rest > 0) return `in ${counted(hours, 'hour')} ${counted(rest, 'minute')}`
	return `in ${counted(hours, 'hour')}`
}

/** Milliseconds until words about these sessions may be others: their next full minute. A minute where there are none. */
export const untilNextMinute = (sessions: readonly Timed[], now: number): number =>
	Math.min(MINUTE, ...sessions.map((session) => (((startOf(session) - now) % MINUTE) + MINUTE) % MINUTE || MINUTE))
