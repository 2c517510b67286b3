import { toLocalInput, zonedInstant } from '#src/lib/dates/zoned-time.ts'
import type { Repeats } from './contract.ts'

// Dates of a series of sessions. They are computed once, when the series is created.

/** A time and the zone in which it was entered. */
export interface ZonedTime {
	scheduledAt: string | Date
	timeZone: string
}

export interface Occurrence {
	at: Date
	/** True if the clocks skip the local time on that day: it starts later, by as much as they are set forward. */
	isLater: boolean
}

const DAY_MS = 86_400_000
const WEEK = 7

/** Returns the local day, as midnight in UTC, and the time of day. */
function localOf({ scheduledAt, timeZone }: ZonedTime): [day: number, time: string] {
	const [day = '', time = ''] = toLocalInput(scheduledAt, timeZone).split('T')
	return [Date.parse(day), time]
}

/** Returns the instant of a local time; undefined beyond the year 9999. */
function occurrenceAt(day: number, time: string, timeZone: string): Occurrence | undefined {
	const zoned = zonedInstant(`${new Date(day).toISOString().slice(0, 10)}T${time}`, timeZone)
	if (zoned.kind === 'skipped') return { at: zoned.after, isLater: true }
	return 'instant' in zoned ? { at: zoned.instant, isLater: false } : undefined
}

const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()

/** Returns the rank of a day among the same weekdays of its month: 1 to 4, or `last` for a fifth, which is rare. */
export function weekOfMonth(day: Date): number | 'last' {
	const week = Math.ceil(day.getUTCDate() / WEEK)
	return week > 4 ? 'last' : week
}

/** Returns the local day, as midnight in UTC. */
export const localDay = (time: ZonedTime) => new Date(localOf(time)[0])

/** Returns whether the day is the last of its weekday in the month. */
export const isLastOfMonth = (day: Date): boolean =>
	day.getUTCDate() + WEEK > daysIn(day.getUTCFullYear(), day.getUTCMonth())

/** Returns the date of a weekday in the given week of a month. */
function weekdayIn(year: number, month: number, weekday: number, week: number | 'last'): number {
	const first = 1 + ((weekday - new Date(Date.UTC(year, month, 1)).getUTCDay() + WEEK) % WEEK)
	const fifth = first + 4 * WEEK
	if (week !== 'last') return Date.UTC(year, month, first + (week - 1) * WEEK)
	return Date.UTC(year, month, fifth <= daysIn(year, month) ? fifth : fifth - WEEK)
}

function dayOf(first: Date, index: number, { every, weeks }: Repeats): number {
	if (every === 'week') return first.getTime() + index * weeks * WEEK * DAY_MS
	const week = every === 'lastOfMonth' ? 'last' : weekOfMonth(first)
	return weekdayIn(first.getUTCFullYear(), first.getUTCMonth() + index, first.getUTCDay(), week)
}

/**
 * Returns the sessions of a series, including the given first one, all at the same local time in its zone.
 * @returns undefined if one of them would be after the year 9999.
 */
export function occurrencesOf(first: ZonedTime, repeats: Repeats): Occurrence[] | undefined {
	const [day, time] = localOf(first)
	const occurrences = [{ at: new Date(first.scheduledAt), isLater: false }]
	for (let index = 1; index < repeats.times; index++) {
		const occurrence = occurrenceAt(dayOf(new Date(day), index, repeats), time, first.timeZone)
		if (!occurrence) return undefined
		occurrences.push(occurrence)
	}
	return occurrences
}

/**
 * Moves a later session of a series like an earlier one: by the same number of days, to the same new local time.
 * @returns undefined if it would be after the year 9999.
 */
export function shiftedTime(session: ZonedTime, from: ZonedTime, to: ZonedTime): Date | undefined {
	const [before] = localOf(from)
	const [after, time] = localOf(to)
	const [day] = localOf(session)
	return occurrenceAt(day + after - before, time, to.timeZone)?.at
}

/** Returns the next future time after a session on the same weekday, at the same local time. */
export function nextWeek(session: ZonedTime, now: number): Date {
	const [day, time] = localOf(session)
	const start = new Date(session.scheduledAt)
	const weeks = Math.max(1, Math.ceil((now - start.getTime()) / (WEEK * DAY_MS)))
	return occurrenceAt(day + weeks * WEEK * DAY_MS, time, session.timeZone)?.at ?? start
}
