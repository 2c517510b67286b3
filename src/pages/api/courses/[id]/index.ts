import { handle } from '#src/app/handle.ts'
import { deleteCourse, getCourse, updateCourse } from '#src/features/courses/contract.ts'
import { changeCourse, readCourse, removeCourse } from '#src/features/courses/server/service.ts'

export const prerender = false
export const GET = handle(getCourse, readCourse)
export const PUT = handle(updateCourse, changeCourse)
export const DELETE = handle(deleteCourse, removeCourse)
