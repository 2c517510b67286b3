import { handle } from '#src/app/handle.ts'
import { changePassword } from '#src/features/auth/password-contract.ts'
import { changeOwnPassword } from '#src/features/auth/server/change-password.ts'

export const prerender = false
export const POST = handle(changePassword, changeOwnPassword)
