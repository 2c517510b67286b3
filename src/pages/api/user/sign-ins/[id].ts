import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/account/contract.ts'
import * as account from '#src/features/account/server/service.ts'

export const prerender = false
export const DELETE = handle(contracts.endSignIn, account.endSignIn)
