import * as desk from '#src/app/desk/search.ts'
import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/desk/contract.ts'

export const prerender = false
export const GET = handle(contracts.search, desk.search)
