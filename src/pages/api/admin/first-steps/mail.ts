import * as desk from '#src/app/admin-home/mail-proof.ts'
import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/admin-home/contract.ts'

export const prerender = false
export const POST = handle(contracts.sendProofMail, desk.sendProofMail)
