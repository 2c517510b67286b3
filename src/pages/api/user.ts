import { handle } from '#src/app/handle.ts'
import { getUser } from '#src/features/auth/contract.ts'
import { readUser } from '#src/features/auth/server/service.ts'

export const prerender = false
export const GET = handle(getUser, readUser)
