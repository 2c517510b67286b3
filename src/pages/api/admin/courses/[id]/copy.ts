import { handle } from '#src/app/handle.ts'
import * as copy from '#src/features/courses/server/copy-course.ts'
import * as contracts from '#src/features/courses/workspace-contract.ts'

export const prerender = false
export const POST = handle(contracts.copyCourse, copy.copyCourse)
