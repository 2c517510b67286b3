import { handle } from '#src/app/handle.ts'
import { getCsrfToken } from '#src/features/auth/contract.ts'
import { readCsrfToken } from '#src/features/auth/server/service.ts'

export const prerender = false
export const GET = handle(getCsrfToken, readCsrfToken)
