import { handle } from '#src/app/handle.ts'
import { orderCategories } from '#src/features/questions/contract.ts'
import { sortCategories } from '#src/features/questions/server/categories.ts'

export const prerender = false
export const PUT = handle(orderCategories, sortCategories)
