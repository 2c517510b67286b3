import { handle } from '#src/app/handle.ts'
import { createSession, listSessions } from '#src/features/coaching/contract.ts'
import { addSession, readSessions } from '#src/features/coaching/server/sessions.ts'

export const prerender = false
export const GET = handle(listSessions, readSessions)
export const POST = handle(createSession, addSession)
