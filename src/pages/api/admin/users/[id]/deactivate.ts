import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/users/member-contract.ts'
import * as users from '#src/features/users/server/deactivate.ts'

export const prerender = false
export const POST = handle(contracts.deactivateUser, users.deactivateUser)
