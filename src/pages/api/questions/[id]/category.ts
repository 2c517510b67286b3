import { handle } from '#src/app/handle.ts'
import { moveQuestion } from '#src/features/questions/contract.ts'
import { setCategory } from '#src/features/questions/server/questions.ts'

export const prerender = false
export const PUT = handle(moveQuestion, setCategory)
