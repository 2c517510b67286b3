import { handle } from '#src/app/handle.ts'
import { createCourse, getCourses } from '#src/features/courses/contract.ts'
import { addCourse, listCourses } from '#src/features/courses/server/service.ts'

export const prerender = false
export const GET = handle(getCourses, listCourses)
export const POST = handle(createCourse, addCourse)
