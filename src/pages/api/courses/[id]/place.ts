import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/modules/contract.ts'
import * as places from '#src/features/modules/server/places.ts'

export const prerender = false
export const PUT = handle(contracts.updatePlace, places.updatePlace)
