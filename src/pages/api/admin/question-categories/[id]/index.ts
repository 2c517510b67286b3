import { handle } from '#src/app/handle.ts'
import { deleteCategory, updateCategory } from '#src/features/questions/contract.ts'
import { changeCategory, removeCategory } from '#src/features/questions/server/categories.ts'

export const prerender = false
export const PUT = handle(updateCategory, changeCategory)
export const DELETE = handle(deleteCategory, removeCategory)
