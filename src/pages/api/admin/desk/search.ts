import * as desk from '#src/app/admin-home/admin-search.ts'
import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/admin-home/contract.ts'

export const prerender = false
export const GET = handle(contracts.searchAdmin, desk.searchAdmin)
