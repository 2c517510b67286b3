import { listUnsentMail } from '#src/features/mail/contract.ts'
import { readUnsentMail } from '#src/features/mail/server/service.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const GET = handle(listUnsentMail, readUnsentMail)
