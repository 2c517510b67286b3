import { site } from '../site/site.ts'
import { dayInZone } from './calendar-day.ts'

/** Returns the club's zone. Server only. */
export const clubZone = (): string => site().timeZone || 'UTC'

/** Returns the calendar day at an instant in the club's zone. Server only. */
export const clubDay = (now = Date.now()): string => dayInZone(now, clubZone())
