import { handle } from '#src/app/handle.ts'
import { createQuestion, listQuestions } from '#src/features/questions/contract.ts'
import { readQuestions } from '#src/features/questions/server/list.ts'
import { askQuestion } from '#src/features/questions/server/questions.ts'

export const prerender = false
export const GET = handle(listQuestions, readQuestions)
export const POST = handle(createQuestion, askQuestion)
