import { login } from '#src/features/auth/contract.ts'
import { signIn } from '#src/features/auth/server/service.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const POST = handle(login, signIn)
