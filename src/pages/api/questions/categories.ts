import { listCategories } from '#src/features/questions/contract.ts'
import { readCategories } from '#src/features/questions/server/categories.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const GET = handle(listCategories, readCategories)
