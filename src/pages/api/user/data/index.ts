import { handle } from '#src/app/handle.ts'
import * as ownData from '#src/app/own-data.ts'
import * as contracts from '#src/features/account/own-data-contract.ts'

export const prerender = false
export const GET = handle(contracts.getUserData, ownData.getUserData)
