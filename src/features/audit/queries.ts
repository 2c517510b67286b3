import { list } from '#src/lib/api/query-list.ts'
import { listAudit } from './contract.ts'

export const listAuditQuery = (action: string) => list(listAudit, { query: { action: action || undefined } })
