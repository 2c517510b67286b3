import { listAudit } from '#src/features/audit/contract.ts'
import { readAudit } from '#src/features/audit/server/service.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const GET = handle(listAudit, readAudit)
