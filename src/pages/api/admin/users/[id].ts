import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/users/contract.ts'
import * as users from '#src/features/users/server/manage.ts'

export const prerender = false
export const PUT = handle(contracts.updateUser, users.updateUser)
export const DELETE = handle(contracts.deleteUser, users.deleteUser)
