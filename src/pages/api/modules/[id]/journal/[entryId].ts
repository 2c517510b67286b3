import { handle } from '#src/app/handle.ts'
import { giveFeedback } from '#src/features/modules/contract.ts'
import { writeFeedback } from '#src/features/modules/server/journals.ts'

export const prerender = false
export const PUT = handle(giveFeedback, writeFeedback)
