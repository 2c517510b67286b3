import { handle } from '#src/app/handle.ts'
import * as members from '#src/app/member-records.ts'
import * as contracts from '#src/features/users/member-contract.ts'

export const prerender = false
export const POST = handle(contracts.changeUsers, members.changeUsers)
