import { handle } from '#src/app/handle.ts'
import { getStats } from '#src/features/users/contract.ts'
import { readStats } from '#src/features/users/server/service.ts'

export const prerender = false
export const GET = handle(getStats, readStats)
