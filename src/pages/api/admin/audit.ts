import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/audit/contract.ts'
import * as audit from '#src/features/audit/server/service.ts'

export const prerender = false
export const GET = handle(contracts.listAudit, audit.listAudit)
