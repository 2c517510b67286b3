import { handle } from '#src/app/handle.ts'
import { listUnsentMail } from '#src/features/mail/contract.ts'
import { readUnsentMail } from '#src/features/mail/server/service.ts'

export const prerender = false
export const GET = handle(listUnsentMail, readUnsentMail)
