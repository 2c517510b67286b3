import * as z from 'zod/mini'
import { contract, pageQuery, timestamp } from '#src/lib/api/contract.ts'

export const auditEntry = z.object({
	id: z.string(),
	at: timestamp,
	actorName: z.string(),
	action: z.string(),
	subjectType: z.string(),
	subjectId: z.string(),
	subjectName: z.string(),
	/** Link to the subject; null if it no longer exists. */
	href: z.nullable(z.string()),
	detail: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.output<typeof auditEntry>

export const listAudit = contract('GET /api/admin/audit', {
	access: 'admin',
	query: z.object({
		...pageQuery,
		action: z.optional(z.string().check(z.maxLength(100))),
		subject: z.optional(z.string().check(z.maxLength(100))),
	}),
	response: z.array(auditEntry),
})
