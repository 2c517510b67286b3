import { handle } from '#src/app/handle.ts'
import { createCategory } from '#src/features/questions/contract.ts'
import { addCategory } from '#src/features/questions/server/categories.ts'

export const prerender = false
export const POST = handle(createCategory, addCategory)
