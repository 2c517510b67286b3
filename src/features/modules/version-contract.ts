import * as z from 'zod/mini'
import { NOT_FOUND } from '#src/features/course-access/errors.ts'
import { contract, timestamp } from '#src/lib/api/contract.ts'
import { COURSE_NOT_FOUND, courseModule } from './contract.ts'

/** What was published of a module until it was replaced. */
export const moduleVersion = z.object({
	id: z.string(),
	title: z.string(),
	type: z.string(),
	shownFrom: timestamp,
	replacedAt: timestamp,
	/** Name of who did, as it was then. */
	replacedBy: z.string(),
})
export type ModuleVersion = z.output<typeof moduleVersion>

/** A stretch of text: in both, in today's alone, or in the earlier one alone. */
const stretch = z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() })
export type Stretch = z.output<typeof stretch>

/** What differs in one field, from the version to today. */
const difference = z.object({
	field: z.string(),
	/** Null where too much differs to be said word by word; empty where only the form does, and no word. */
	stretches: z.nullable(z.array(stretch)),
})
export type Difference = z.output<typeof difference>

const params = z.object({ id: z.string() })
const ofVersion = z.object({ id: z.string(), versionId: z.string() })
const VERSION_NOT_FOUND = [404, 'Version not found'] as const

/** The last ones, newest first. */
export const listModuleVersions = contract({
	method: 'GET',
	path: '/api/admin/modules/:id/versions',
	access: 'admin',
	params,
	response: z.array(moduleVersion),
	errors: { notFound: NOT_FOUND.module },
})

/** A version as a module, today's beside it, and what differs. `draft` in place of the id: the unpublished changes. */
export const getModuleVersion = contract({
	method: 'GET',
	path: '/api/admin/modules/:id/versions/:versionId',
	access: 'admin',
	params: ofVersion,
	response: z.object({ version: courseModule, today: courseModule, differences: z.array(difference) }),
	errors: { notFound: NOT_FOUND.module, noVersion: VERSION_NOT_FOUND },
})

/** Of a published course it becomes the draft; of any other the module. What was there is kept in both cases. */
export const restoreModuleVersion = contract({
	method: 'POST',
	path: '/api/admin/modules/:id/versions/:versionId/restore',
	access: 'admin',
	params: ofVersion,
	response: z.object({ isDraft: z.boolean() }),
	errors: {
		notFound: NOT_FOUND.module,
		noVersion: VERSION_NOT_FOUND,
		hasDraft: [409, 'This module has unpublished changes. Publish or discard them first.'],
		changed: [409, 'This module was changed meanwhile. Look at it again, then restore.'],
	},
})

/** A copy of the module at the end of a course: its own unless said. In a published course it is a draft. */
export const copyModule = contract({
	method: 'POST',
	path: '/api/admin/modules/:id/copy',
	access: 'admin',
	params,
	body: z.object({ courseId: z.optional(z.string('Choose a course').check(z.maxLength(64, 'Choose a course'))) }),
	response: z.object({ id: z.string(), courseId: z.string(), isDraft: z.boolean() }),
	status: 201,
	errors: { notFound: NOT_FOUND.module, noCourse: COURSE_NOT_FOUND },
})
