import { handle } from '#src/app/handle.ts'
import { createSubscription, getSubscription, revokeSubscription } from '#src/features/coaching/contract.ts'
import { endSubscription, makeSubscription, readSubscription } from '#src/features/coaching/server/calendar.ts'

export const prerender = false
export const GET = handle(getSubscription, readSubscription)
export const POST = handle(createSubscription, makeSubscription)
export const DELETE = handle(revokeSubscription, endSubscription)
