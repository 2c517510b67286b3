import { handle } from '#src/app/handle.ts'
import { endSignIn } from '#src/features/account/contract.ts'
import { endOne } from '#src/features/account/server/service.ts'

export const prerender = false
export const DELETE = handle(endSignIn, endOne)
