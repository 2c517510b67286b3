import * as z from 'zod/mini'
import { contract } from '#src/lib/api/contract.ts'
import { day } from '#src/lib/api/fields.ts'

// Downloads for admins: records for an auditor, and the upload file for a board. The audit log lists each download of
// records.

const CSV = 'text/csv; charset=utf-8'

/** Selects certificates. Omitted filters select all. */
const recordFilters = z.object({
	jurisdiction: z.optional(z.string().check(z.maxLength(20))),
	/** Days of completion. */
	from: z.optional(z.union([day, z.literal('')])),
	to: z.optional(z.union([day, z.literal('')])),
})
export type RecordFilters = z.output<typeof recordFilters>

/** Exports the attendance list: one line per certificate, in order of issue. */
export const exportAttendances = contract('GET /api/admin/cle/records.csv', {
	access: 'admin',
	query: recordFilters,
	produces: CSV,
	response: z.string(),
})

/** Streams a ZIP of the list, every certificate as PDF, the evidence, and a manifest with their hashes. */
export const exportRecords = contract('GET /api/admin/cle/records.zip', {
	access: 'admin',
	query: recordFilters,
	produces: 'application/zip',
	response: z.string(),
})

/** Exports the attendances of an activity on a day, for the upload that a board requires. */
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
