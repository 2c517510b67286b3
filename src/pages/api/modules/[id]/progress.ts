import { handle } from '#src/app/handle.ts'
import { setProgress } from '#src/features/modules/contract.ts'
import { changeProgress } from '#src/features/modules/server/learning.ts'

export const prerender = false
export const POST = handle(setProgress, changeProgress)
