import { handle } from '#src/app/handle.ts'
import { checkReset } from '#src/features/auth/password-contract.ts'
import { checkLink } from '#src/features/auth/server/reset-password.ts'

export const prerender = false
export const POST = handle(checkReset, checkLink)
