import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/deletions/contract.ts'
import * as deletions from '#src/features/deletions/server/service.ts'

export const prerender = false
export const DELETE = handle(contracts.forgetDeletion, deletions.forgetDeletion)
