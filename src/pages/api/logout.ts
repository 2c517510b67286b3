import { logout } from '#src/features/auth/contract.ts'
import { signOut } from '#src/features/auth/server/service.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const POST = handle(logout, signOut)
