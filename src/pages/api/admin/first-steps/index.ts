import * as desk from '#src/app/desk/first-steps.ts'
import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/desk/contract.ts'

export const prerender = false
export const GET = handle(contracts.getFirstSteps, desk.getFirstSteps)
export const PUT = handle(contracts.updateFirstSteps, desk.updateFirstSteps)
