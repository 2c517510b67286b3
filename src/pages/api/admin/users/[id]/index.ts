import { handle } from '#src/app/handle.ts'
import * as members from '#src/app/member-records.ts'
import * as userContracts from '#src/features/users/contract.ts'
import * as memberContracts from '#src/features/users/member-contract.ts'
import * as users from '#src/features/users/server/manage.ts'

const contracts = { ...userContracts, ...memberContracts }
export const prerender = false
export const GET = handle(contracts.getMember, members.getMember)
export const PUT = handle(contracts.updateUser, users.updateUser)
export const DELETE = handle(contracts.deleteUser, users.deleteUser)
