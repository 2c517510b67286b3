import { handle } from '#src/app/handle.ts'
import { resetPassword } from '#src/features/auth/password-contract.ts'
import { setPasswordByLink } from '#src/features/auth/server/reset-password.ts'

export const prerender = false
export const POST = handle(resetPassword, setPasswordByLink)
