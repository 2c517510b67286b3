import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/course-statistics/inactive-contract.ts'
import * as inactive from '#src/features/course-statistics/server/inactive.ts'

export const prerender = false
export const GET = handle(contracts.listInactiveMembers, inactive.listInactiveMembers)
