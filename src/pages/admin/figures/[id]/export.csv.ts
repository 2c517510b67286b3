import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/course-statistics/contract.ts'
import * as figures from '#src/features/course-statistics/server/statistics-csv.ts'

// It lies among the screens, so the middleware leads whoever may not have it to the sign-in before `handle` refuses.
export const prerender = false
export const GET = handle(contracts.exportCourseStatistics, figures.exportCourseStatistics)
