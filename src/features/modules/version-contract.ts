import * as z from 'zod/mini'
import { NOT_FOUND } from '#src/features/course-access/errors.ts'
import { contract, timestamp } from '#src/lib/api/contract.ts'
import { COURSE_NOT_FOUND, courseModule } from './contract.ts'

/** A published state of a module that has since been replaced. */
export const moduleVersion = z.object({
	id: z.string(),
	title: z.string(),
	type: z.string(),
	shownFrom: timestamp,
	replacedAt: timestamp,
	/** Name of the editor, as of `replacedAt`. */
	replacedBy: z.string(),
})
export type ModuleVersion = z.output<typeof moduleVersion>

/** A stretch of text: in both versions, only in the later one (`added`), or only in the earlier one (`removed`). */
const stretch = z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() })
export type Stretch = z.output<typeof stretch>

/** Changes of one field from the earlier to the later version. A draft is later than the published module. */

const difference = z.object({
	field: z.string(),
	/** Null if too much differs for a word diff; empty if only the formatting differs. */
	stretches: z.nullable(z.array(stretch)),
})
export type Difference = z.output<typeof difference>

const VERSION_NOT_FOUND = [404, 'Version not found'] as const

/** The latest versions, newest first. */
export const listModuleVersions = contract('GET /api/admin/modules/:id/versions', {
	access: 'admin',
	response: z.array(moduleVersion),
	errors: { notFound: NOT_FOUND.module },
})

/** A version as a module, the published module, and the differences. The id `draft` selects the draft. */
export const getModuleVersion = contract('GET /api/admin/modules/:id/versions/:versionId', {
	access: 'admin',
	response: z.object({ version: courseModule, today: courseModule, differences: z.array(difference) }),
	errors: { notFound: NOT_FOUND.module, noVersion: VERSION_NOT_FOUND },
})

/** Restores a version: as a draft in a published course, otherwise directly. The replaced state is kept. */
export const restoreModuleVersion = contract('POST /api/admin/modules/:id/versions/:versionId/restore', {
	access: 'admin',
	response: z.object({ isDraft: z.boolean() }),
	errors: {
		notFound: NOT_FOUND.module,
		noVersion: VERSION_NOT_FOUND,
		hasDraft: [409, 'This module has unpublished changes. Publish or discard them first.'],
		changed: [409, 'This module has changed. Check it again, then restore.'],
	},
})

/** Copies the module to the end of a course, by default the same one. In a published course, the copy is a draft. */
export const copyModule = contract('POST /api/admin/modules/:id/copy', {
	access: 'admin',
	body: z.object({ courseId: z.optional(z.string('Choose a course').check(z.maxLength(64, 'Choose a course'))) }),
	response: z.object({ id: z.string(), courseId: z.string(), isDraft: z.boolean() }),
	status: 201,
	errors: { notFound: NOT_FOUND.module, noCourse: COURSE_NOT_FOUND },
})
