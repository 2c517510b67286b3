import { handle } from '#src/app/handle.ts'
import { listAudit } from '#src/features/audit/contract.ts'
import { readAudit } from '#src/features/audit/server/service.ts'

export const prerender = false
export const GET = handle(listAudit, readAudit)
