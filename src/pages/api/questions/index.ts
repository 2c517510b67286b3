import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/questions/contract.ts'
import * as list from '#src/features/questions/server/list.ts'
import * as questions from '#src/features/questions/server/questions.ts'

export const prerender = false
export const GET = handle(contracts.listQuestions, list.listQuestions)
export const POST = handle(contracts.createQuestion, questions.createQuestion)
