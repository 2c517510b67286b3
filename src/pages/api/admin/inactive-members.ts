import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/figures/inactive-contract.ts'
import * as inactive from '#src/features/figures/server/inactive.ts'

export const prerender = false
export const GET = handle(contracts.listInactiveMembers, inactive.listInactiveMembers)
