import { orderCategories } from '#src/features/questions/contract.ts'
import { sortCategories } from '#src/features/questions/server/categories.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const PUT = handle(orderCategories, sortCategories)
