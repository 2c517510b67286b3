import * as desk from '#src/app/desk/mail-proof.ts'
import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/desk/contract.ts'

export const prerender = false
export const POST = handle(contracts.sendProofMail, desk.sendProofMail)
