import { handle } from '#src/app/handle.ts'
import { getProgress } from '#src/features/courses/contract.ts'
import { readProgress } from '#src/features/courses/server/enrollment.ts'

export const prerender = false
export const GET = handle(getProgress, readProgress)
