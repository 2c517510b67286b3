import { resendMail } from '#src/features/mail/contract.ts'
import { resend } from '#src/features/mail/server/service.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const POST = handle(resendMail, resend)
