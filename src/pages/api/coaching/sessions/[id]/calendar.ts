import { handle } from '#src/app/handle.ts'
import { getSessionCalendar } from '#src/features/coaching/contract.ts'
import { readSessionCalendar } from '#src/features/coaching/server/calendar.ts'

export const prerender = false
export const GET = handle(getSessionCalendar, readSessionCalendar)
