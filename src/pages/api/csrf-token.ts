import { getCsrfToken } from '#src/features/auth/contract.ts'
import { readCsrfToken } from '#src/features/auth/server/service.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const GET = handle(getCsrfToken, readCsrfToken)
