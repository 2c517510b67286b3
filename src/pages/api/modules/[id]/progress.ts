import { setProgress } from '#src/features/modules/contract.ts'
import { changeProgress } from '#src/features/modules/server/learning.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const POST = handle(setProgress, changeProgress)
