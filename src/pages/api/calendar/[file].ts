import { getCalendar } from '#src/features/coaching/contract.ts'
import { asCalendar, readCalendar } from '#src/features/coaching/server/calendar.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const GET = asCalendar(handle(getCalendar, readCalendar))
