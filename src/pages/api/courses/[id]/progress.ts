import { getProgress } from '#src/features/courses/contract.ts'
import { readProgress } from '#src/features/courses/server/enrollment.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const GET = handle(getProgress, readProgress)
