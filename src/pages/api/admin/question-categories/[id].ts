import { deleteCategory, updateCategory } from '#src/features/questions/contract.ts'
import { changeCategory, removeCategory } from '#src/features/questions/server/categories.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const PUT = handle(updateCategory, changeCategory)
export const DELETE = handle(deleteCategory, removeCategory)
