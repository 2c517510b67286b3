import { handle } from '#src/app/handle.ts'
import { getQuizState, takeQuiz } from '#src/features/modules/contract.ts'
import { attemptQuiz, readQuizState } from '#src/features/modules/server/learning.ts'

export const prerender = false
export const GET = handle(getQuizState, readQuizState)
export const POST = handle(takeQuiz, attemptQuiz)
