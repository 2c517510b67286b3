import { handle } from '#src/app/handle.ts'
import { logout } from '#src/features/auth/contract.ts'
import { signOut } from '#src/features/auth/server/service.ts'

export const prerender = false
export const POST = handle(logout, signOut)
