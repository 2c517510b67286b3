import { daysBetween, formatDay } from '#src/lib/dates/calendar-day.ts'
import { counted } from '#src/lib/text/format-number.ts'

/** Formats the time left in a cycle: `103 days left, until April 11, 2027`. */
export function timeLeftText({ lastDay, daysLeft }: { lastDay: string; daysLeft: number }): string {
	if (daysLeft === 0) return `Today is the last day, ${formatDay(lastDay)}`
	if (daysLeft < 0) return `Ended ${counted(-daysLeft, 'day')} ago, on ${formatDay(lastDay)}`
	return `${counted(daysLeft, 'day')} left, until ${formatDay(lastDay)}`
}

/** Number of days before the end from which the time left is emphasized. */
const SOON_DAYS = 90

export const isSoon = (today: string, day: string): boolean => daysBetween(today, day) <= SOON_DAYS
