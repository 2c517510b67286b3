import { handle } from '#src/app/handle.ts'
import * as members from '#src/features/courses/server/course-members.ts'
import * as contracts from '#src/features/courses/workspace-contract.ts'

export const prerender = false
export const GET = handle(contracts.listCourseMembers, members.listCourseMembers)
