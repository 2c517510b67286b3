import { handle } from '#src/app/handle.ts'
import { followQuestion } from '#src/features/questions/contract.ts'
import { setFollow } from '#src/features/questions/server/questions.ts'

export const prerender = false
export const PUT = handle(followQuestion, setFollow)
