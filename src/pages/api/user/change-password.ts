import { changePassword } from '#src/features/auth/password-contract.ts'
import { changeOwnPassword } from '#src/features/auth/server/change-password.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const POST = handle(changePassword, changeOwnPassword)
