import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/modules/contract.ts'
import * as modules from '#src/features/modules/server/learning.ts'

export const prerender = false
export const GET = handle(contracts.getQuizState, modules.getQuizState)
export const POST = handle(contracts.takeQuiz, modules.takeQuiz)
