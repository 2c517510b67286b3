import { endSignIn } from '#src/features/account/contract.ts'
import { endOne } from '#src/features/account/server/service.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const DELETE = handle(endSignIn, endOne)
