import { createCategory } from '#src/features/questions/contract.ts'
import { addCategory } from '#src/features/questions/server/categories.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const POST = handle(createCategory, addCategory)
