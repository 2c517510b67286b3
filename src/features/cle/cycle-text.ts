import { daysBetween, formatDay } from '#src/lib/dates/calendar-day.ts'

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

/** Says how long a cycle lasts: `103 days left, until April 11, 2027`. */
export function timeLeftText({ lastDay, daysLeft }: { lastDay: string; daysLeft: number }): string {
	if (daysLeft === 0) return `Today is the last day, ${formatDay(lastDay)}`
	if (daysLeft < 0) return `Ended ${count(-daysLeft, 'day')} ago, on ${formatDay(lastDay)}`
	return `${count(daysLeft, 'day')} left, until ${formatDay(lastDay)}`
}

/** From when on the days left are emphasized. */
const SOON_DAYS = 90

export const isSoon = (today: string, day: string): boolean => daysBetween(today, day) <= SOON_DAYS
