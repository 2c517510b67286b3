import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/applications/contract.ts'
import * as applications from '#src/features/applications/server/decisions.ts'

export const prerender = false
export const PUT = handle(contracts.decideApplication, applications.decideApplication)
