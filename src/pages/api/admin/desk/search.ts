import * as desk from '#src/app/desk/desk-search.ts'
import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/desk/contract.ts'

export const prerender = false
export const GET = handle(contracts.searchDesk, desk.searchDesk)
