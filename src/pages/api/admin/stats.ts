import { getStats } from '#src/features/users/contract.ts'
import { readStats } from '#src/features/users/server/service.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const GET = handle(getStats, readStats)
