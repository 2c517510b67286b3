import { handle } from '#src/app/handle.ts'
import { listCategoryQuestions } from '#src/features/questions/contract.ts'
import { readCategoryQuestions } from '#src/features/questions/server/categories.ts'

export const prerender = false
export const GET = handle(listCategoryQuestions, readCategoryQuestions)
