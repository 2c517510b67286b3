import { handle } from '#src/app/handle.ts'
import * as search from '#src/app/search/services.ts'
import * as contracts from '#src/features/search/contract.ts'

export const prerender = false
export const GET = handle(contracts.suggest, search.suggest)
