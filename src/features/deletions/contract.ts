import * as z from 'zod/mini'
import { contract, pageQuery, timestamp } from '#src/lib/api/contract.ts'

export const deletedKind = z.enum([
	'course',
	'module',
	'session',
	'category',
	'question',
	'questionComment',
	'courseComment',
	'account',
])
export type DeletedKind = z.output<typeof deletedKind>

/** A deletion that can be restored. */
export const deletion = z.object({
	id: z.string(),
	kind: deletedKind,
	name: z.string(),
	/** Dependent records that are restored with it, such as `3 modules`. */
	with: z.array(z.string()),
	deletedAt: timestamp,
	deletedByName: z.string(),
	/** Time after which the item is deleted permanently. */
	keptUntil: timestamp,
})
export type Deletion = z.output<typeof deletion>

/** Deletions of the last thirty days, most recent first. */
export const listDeletions = contract('GET /api/admin/deletions', {
	access: 'admin',
	query: z.object(pageQuery),
	response: z.array(deletion),
})

const gone = [404, 'This was already restored or deleted for good'] as const

/** Restores a deletion with all dependent records. */
export const restoreDeletion = contract('POST /api/admin/deletions/:id/restore', {
	access: 'admin',
	response: z.object({ kind: deletedKind, name: z.string(), href: z.string() }),
	errors: {
		notFound: gone,
		parentGone: [409, 'What it belongs to is deleted too. Restore that first.'],
		nameTaken: [409, 'Another category now has this name. Rename that one first.'],
		emailTaken: [409, 'Someone else now has this email address or username. Change it there first.'],
		inTheWay: [409, 'Something else has taken its place.'],
	},
})

/** Permanently deletes an item in the trash. */
export const forgetDeletion = contract('DELETE /api/admin/deletions/:id', {
	access: 'admin',
	errors: { notFound: gone },
})
