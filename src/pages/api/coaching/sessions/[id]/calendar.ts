import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/coaching/contract.ts'
import * as coaching from '#src/features/coaching/server/calendar.ts'

export const prerender = false
export const GET = handle(contracts.getSessionCalendar, coaching.getSessionCalendar)
