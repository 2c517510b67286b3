import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/courses/contract.ts'
import * as courses from '#src/features/courses/server/enrollment.ts'

export const prerender = false
export const GET = handle(contracts.listUserProgress, courses.listUserProgress)
