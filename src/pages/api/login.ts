import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/auth/contract.ts'
import * as auth from '#src/features/auth/server/service.ts'

export const prerender = false
export const POST = handle(contracts.login, auth.login)
