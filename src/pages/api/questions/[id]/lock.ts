import { handle } from '#src/app/handle.ts'
import { lockQuestion } from '#src/features/questions/contract.ts'
import { setLock } from '#src/features/questions/server/questions.ts'

export const prerender = false
export const PUT = handle(lockQuestion, setLock)
