import { handle } from '#src/app/handle.ts'
import * as versions from '#src/features/courses/server/course-versions.ts'
import * as contracts from '#src/features/courses/workspace-contract.ts'

export const prerender = false
export const GET = handle(contracts.listCourseVersions, versions.listCourseVersions)
