import { handle } from '#src/app/handle.ts'
import { requestReset } from '#src/features/auth/password-contract.ts'
import { askForReset } from '#src/features/auth/server/reset-password.ts'

export const prerender = false
export const POST = handle(requestReset, askForReset)
