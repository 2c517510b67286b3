import { enroll } from '#src/features/courses/contract.ts'
import { enrollMember } from '#src/features/courses/server/enrollment.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const POST = handle(enroll, enrollMember)
