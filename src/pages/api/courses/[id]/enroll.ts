import { handle } from '#src/app/handle.ts'
import { enroll } from '#src/features/courses/contract.ts'
import { enrollMember } from '#src/features/courses/server/enrollment.ts'

export const prerender = false
export const POST = handle(enroll, enrollMember)
