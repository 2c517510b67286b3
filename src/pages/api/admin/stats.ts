import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/users/contract.ts'
import * as users from '#src/features/users/server/service.ts'

export const prerender = false
export const GET = handle(contracts.getStats, users.getStats)
