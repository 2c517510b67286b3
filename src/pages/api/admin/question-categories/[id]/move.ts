import { handle } from '#src/app/handle.ts'
import { moveQuestions } from '#src/features/questions/contract.ts'
import { emptyCategory } from '#src/features/questions/server/categories.ts'

export const prerender = false
export const POST = handle(moveQuestions, emptyCategory)
