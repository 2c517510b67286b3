import { lockQuestion } from '#src/features/questions/contract.ts'
import { setLock } from '#src/features/questions/server/questions.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const PUT = handle(lockQuestion, setLock)
