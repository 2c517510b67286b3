import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/mailings/contract.ts'
import * as mailings from '#src/features/mailings/server/send.ts'

export const prerender = false
export const GET = handle(contracts.listFailedRecipients, mailings.listFailedRecipients)
