import { and, desc, eq, getTableColumns, lt, max, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { openCursor, page } from '#src/platform/endpoint/paging.ts'
import { parseStored, storedDetail } from '#src/platform/stored-json.ts'
import * as contracts from '../contract.ts'
import { subjectHref } from './subjects.ts'

type Filters = { action?: string | undefined; subject?: string | undefined }

const byFilters = ({ action, subject }: Filters) =>
	and(action ? eq(audit.action, action) : undefined, subject ? eq(audit.subjectId, subject) : undefined)

export const auditStatement = (filters: Filters, after: string | undefined, limit: number) =>
	db()
		.select({ ...getTableColumns(audit), href: subjectHref })
		.from(audit)
		.where(and(byFilters(filters), after ? lt(audit.id, after) : undefined))
		.orderBy(desc(audit.id))
		.limit(limit)

/** Counts entries. Rows are never deleted, so the last row number is the count if there are no filters. */
async function countAudit(filters: Filters): Promise<number> {
	const filtered = filters.action !== undefined || filters.subject !== undefined
	const count = filtered ? sql<number>`count(*)` : max(sql<number>`rowid`)
	const [row] = await db().select({ count }).from(audit).where(byFilters(filters))
	return Number(row?.count ?? 0)
}

export const listAudit: Service<typeof contracts.listAudit> = async ({ query }, context) => {
	const { action, subject, limit, cursor } = query
	const filters = { action: action || undefined, subject: subject || undefined }
	const [after] = openCursor(cursor, 'id') ?? []
	const [rows, total] = await Promise.all([auditStatement(filters, after, limit + 1), countAudit(filters)])
	const shown = page(context, contracts.listAudit, { query }, rows, { total, cursorOf: (row) => [row.id] })
	return shown.map((row) => ({ ...row, detail: parseStored(storedDetail, row.detail, {}) }))
}
