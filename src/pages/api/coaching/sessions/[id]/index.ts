import { handle } from '#src/app/handle.ts'
import { deleteSession, getSession, updateSession } from '#src/features/coaching/contract.ts'
import { changeSession, readSession, removeSession } from '#src/features/coaching/server/sessions.ts'

export const prerender = false
export const GET = handle(getSession, readSession)
export const PATCH = handle(updateSession, changeSession)
export const DELETE = handle(deleteSession, removeSession)
