import { handle } from '#src/app/handle.ts'
import { login } from '#src/features/auth/contract.ts'
import { signIn } from '#src/features/auth/server/service.ts'

export const prerender = false
export const POST = handle(login, signIn)
