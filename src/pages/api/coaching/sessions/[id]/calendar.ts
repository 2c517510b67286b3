import { getSessionCalendar } from '#src/features/coaching/contract.ts'
import { asCalendar, readSessionCalendar } from '#src/features/coaching/server/calendar.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const GET = asCalendar(handle(getSessionCalendar, readSessionCalendar))
