import { list } from '#src/lib/api/query-list.ts'
import { listAudit } from './contract.ts'

/** Entries, newest first, in pages; of one kind of action where one is given. */
export const listAuditQuery = (action: string) => list(listAudit, { query: { action: action || undefined } })
