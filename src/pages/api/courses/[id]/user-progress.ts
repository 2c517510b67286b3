import { handle } from '#src/app/handle.ts'
import { getUserProgress } from '#src/features/courses/contract.ts'
import { readUserProgress } from '#src/features/courses/server/enrollment.ts'

export const prerender = false
export const GET = handle(getUserProgress, readUserProgress)
