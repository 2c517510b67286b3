import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/users/member-contract.ts'
import * as links from '#src/features/users/server/password-links.ts'

export const prerender = false
export const POST = handle(contracts.sendPasswordLink, links.sendPasswordLink)
