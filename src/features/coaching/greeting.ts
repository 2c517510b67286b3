import { wallClock } from '#src/lib/dates/zoned-time.ts'
import { daysBetween, phaseOf, type Timed } from './time-left.ts'

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
/** Number of days after which a weekday alone is ambiguous. */
const WEEK = 7

/** Returns the greeting for the reader's time of day, or a neutral one if the zone is unknown. */
export function greetingAt(now: number, zone: string | undefined): string {
	if (zone === undefined) return 'Hello'
	const hour = wallClock(now, zone).getUTCHours()
	if (hour < 5 || hour >= 18) return 'Good evening'
	return hour < 12 ? 'Good morning' : 'Good afternoon'
}

/** Returns the first name, or the whole name if it begins with a title or an initial: `Dr. Dana Whitfield`. */
export function shortName(name: string): string {
	const [first = ''] = name.trim().split(/\s+/)
	return first.endsWith('.') ? name.trim() : first
}

type TimedInZone = Timed & { timeZone: string }

/** Returns the day of a session in the reader's zone: `now`, `today`, `tomorrow`, `on Thursday`. */
function dayOf(session: TimedInZone, now: number, readerZone: string | undefined): string {
	if (phaseOf(session, now) === 'on') return 'now'
	const zone = readerZone ?? session.timeZone
	const start = Date.parse(session.scheduledAt)
	const days = daysBetween(now, start, zone)
	if (days <= 0) return 'today'
	return days === 1 ? 'tomorrow' : `on ${DAYS[wallClock(start, zone).getUTCDay()]}`
}

/** Returns the sessions of the next seven days as text: `1 session on Thursday`; undefined if there are none. */
export function sessionsAhead(
	sessions: readonly TimedInZone[],
	now: number,
	zone: string | undefined,
): string | undefined {
	const near = sessions.filter(
		(session) =>
			phaseOf(session, now) !== 'over' &&
			daysBetween(now, Date.parse(session.scheduledAt), zone ?? session.timeZone) < WEEK,
	)
	const days = near.map((session) => dayOf(session, now, zone))
	const [first] = days
	if (first === undefined) return undefined
	if (near.length === 1) return `1 session ${first}`
	return `${near.length} sessions${new Set(days).size === 1 ? '' : ', the first'} ${first}`
}
