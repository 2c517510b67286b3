import * as z from 'zod/mini'
import { contract } from '#src/lib/api/contract.ts'
import { day } from '#src/lib/api/fields.ts'

// Records for an auditor, and the file for a board. Downloads of an admin, each in the audit log.

const CSV = 'text/csv; charset=utf-8'

/** Which certificates are meant; without one: all. */
const recordFilters = z.object({
	jurisdiction: z.optional(z.string().check(z.maxLength(20))),
	/** Days of completion. */
	from: z.optional(z.union([day, z.literal('')])),
	to: z.optional(z.union([day, z.literal('')])),
})
export type RecordFilters = z.output<typeof recordFilters>

/** The attendance list: a line for each certificate, in the order of issue. */
export const exportAttendances = contract('GET /api/admin/cle/records.csv', {
	access: 'admin',
	query: recordFilters,
	produces: CSV,
	response: z.string(),
})

/** The list with every certificate as PDF, the evidence and a manifest with their hashes. Streamed. */
export const exportRecords = contract('GET /api/admin/cle/records.zip', {
	access: 'admin',
	query: recordFilters,
	produces: 'application/zip',
	response: z.string(),
})

/** The attendances of an activity on a day, as a board asks its providers to upload them. */
export const exportUpload = contract('GET /api/admin/cle/uploads.csv', {
	access: 'admin',
	query: z.object({
		jurisdiction: z.string().check(z.maxLength(20)),
		activity: z.string().check(z.maxLength(100)),
		day,
	}),
	produces: CSV,
	response: z.string(),
	errors: { none: [404, 'There is no such upload'] },
})
