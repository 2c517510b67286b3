import { giveFeedback } from '#src/features/modules/contract.ts'
import { writeFeedback } from '#src/features/modules/server/journals.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const PUT = handle(giveFeedback, writeFeedback)
