import { handle } from '#src/app/handle.ts'
import { listCategories } from '#src/features/questions/contract.ts'
import { readCategories } from '#src/features/questions/server/categories.ts'

export const prerender = false
export const GET = handle(listCategories, readCategories)
