import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/figures/contract.ts'
import * as figures from '#src/features/figures/server/figures-csv.ts'

// It lies among the screens, so the middleware leads whoever may not have it to the sign-in before `handle` refuses.
export const prerender = false
export const GET = handle(contracts.exportCourseFigures, figures.exportCourseFigures)
