import { handle } from '#src/app/handle.ts'
import { getUserCourses } from '#src/features/courses/contract.ts'
import { listUserCourses } from '#src/features/courses/server/enrollment.ts'

export const prerender = false
export const GET = handle(getUserCourses, listUserCourses)
