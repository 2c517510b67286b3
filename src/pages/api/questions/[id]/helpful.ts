import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/questions/contract.ts'
import * as reads from '#src/features/questions/server/reads.ts'

export const prerender = false
export const PUT = handle(contracts.markHelpful, reads.markHelpful)
