import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/courses/contract.ts'
import * as courses from '#src/features/courses/server/service.ts'

export const prerender = false
export const GET = handle(contracts.listCourses, courses.listCourses)
export const POST = handle(contracts.createCourse, courses.createCourse)
