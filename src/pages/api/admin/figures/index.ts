import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/figures/contract.ts'
import * as figures from '#src/features/figures/server/service.ts'

export const prerender = false
export const GET = handle(contracts.listFigures, figures.listFigures)
