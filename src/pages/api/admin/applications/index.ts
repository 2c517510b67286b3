import { listApplications } from '#src/features/applications/contract.ts'
import { readApplications } from '#src/features/applications/server/decisions.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const GET = handle(listApplications, readApplications)
