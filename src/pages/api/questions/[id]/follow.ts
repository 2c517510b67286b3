import { followQuestion } from '#src/features/questions/contract.ts'
import { setFollow } from '#src/features/questions/server/questions.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const PUT = handle(followQuestion, setFollow)
