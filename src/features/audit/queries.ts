import { list } from '#src/lib/api/query-list.ts'
import { listAudit } from './contract.ts'

/** Audit entries, newest first, in pages; optionally of one action. */
export const listAuditQuery = (action: string) => list(listAudit, { query: { action: action || undefined } })
