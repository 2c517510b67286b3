import * as desk from '#src/app/admin-home/first-steps.ts'
import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/admin-home/contract.ts'

export const prerender = false
export const GET = handle(contracts.getFirstSteps, desk.getFirstSteps)
export const PUT = handle(contracts.updateFirstSteps, desk.updateFirstSteps)
