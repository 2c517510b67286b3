import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/users/import-contract.ts'
import * as invitations from '#src/features/users/server/invite.ts'

export const prerender = false
export const POST = handle(contracts.inviteUser, invitations.inviteUser)
