import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/course-statistics/contract.ts'
import * as figures from '#src/features/course-statistics/server/service.ts'

export const prerender = false
export const GET = handle(contracts.listStatistics, figures.listStatistics)
