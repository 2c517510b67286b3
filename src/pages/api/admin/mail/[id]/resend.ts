import { handle } from '#src/app/handle.ts'
import { resendMail } from '#src/features/mail/contract.ts'
import { resend } from '#src/features/mail/server/service.ts'

export const prerender = false
export const POST = handle(resendMail, resend)
