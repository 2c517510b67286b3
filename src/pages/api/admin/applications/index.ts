import { handle } from '#src/app/handle.ts'
import { listApplications } from '#src/features/applications/contract.ts'
import { readApplications } from '#src/features/applications/server/decisions.ts'

export const prerender = false
export const GET = handle(listApplications, readApplications)
