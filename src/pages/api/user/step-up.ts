import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/auth/password-contract.ts'
import * as auth from '#src/features/auth/server/step-up.ts'

export const prerender = false
export const POST = handle(contracts.confirmIdentity, auth.confirmIdentity)
