import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/questions/category-contract.ts'
import * as questions from '#src/features/questions/server/categories.ts'

export const prerender = false
export const GET = handle(contracts.listCategories, questions.listCategories)
