import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/coaching/contract.ts'
import * as coaching from '#src/features/coaching/server/sessions.ts'

export const prerender = false
export const GET = handle(contracts.getSession, coaching.getSession)
export const PATCH = handle(contracts.updateSession, coaching.updateSession)
export const DELETE = handle(contracts.deleteSession, coaching.deleteSession)
