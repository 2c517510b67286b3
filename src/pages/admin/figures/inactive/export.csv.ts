import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/course-statistics/inactive-contract.ts'
import * as inactive from '#src/features/course-statistics/server/inactive.ts'

// It lies among the screens, so the middleware leads whoever may not have it to the sign-in before `handle` refuses.
export const prerender = false
export const GET = handle(contracts.exportInactiveMembers, inactive.exportInactiveMembers)
