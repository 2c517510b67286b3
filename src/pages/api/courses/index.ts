import { createCourse, getCourses } from '#src/features/courses/contract.ts'
import { addCourse, listCourses } from '#src/features/courses/server/service.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const GET = handle(getCourses, listCourses)
export const POST = handle(createCourse, addCourse)
