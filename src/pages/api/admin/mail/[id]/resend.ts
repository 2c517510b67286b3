import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/mail/contract.ts'
import * as mail from '#src/features/mail/server/service.ts'

export const prerender = false
export const POST = handle(contracts.resendMail, mail.resendMail)
