import { handle } from '#src/app/handle.ts'
import { getCalendar } from '#src/features/coaching/contract.ts'
import { readCalendar } from '#src/features/coaching/server/calendar.ts'

export const prerender = false
export const GET = handle(getCalendar, readCalendar)
