import { requestReset } from '#src/features/auth/password-contract.ts'
import { askForReset } from '#src/features/auth/server/reset-password.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const POST = handle(requestReset, askForReset)
