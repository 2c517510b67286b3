import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/courses/contract.ts'
import * as courses from '#src/features/courses/server/service.ts'

export const prerender = false
export const GET = handle(contracts.getCourse, courses.getCourse)
export const PUT = handle(contracts.updateCourse, courses.updateCourse)
export const DELETE = handle(contracts.deleteCourse, courses.deleteCourse)
