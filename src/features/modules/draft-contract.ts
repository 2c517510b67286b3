import * as z from 'zod/mini'
import { NOT_FOUND } from '#src/features/course-access/errors.ts'
import { contract, timestamp } from '#src/lib/api/contract.ts'
import { idempotencyKeyAsId, savedBefore } from '#src/lib/api/fields.ts'
import { changedMeanwhile, versionField } from '#src/lib/api/version.ts'
import { oneLine } from '#src/lib/one-line.ts'
import { formatNumber } from '#src/lib/text/format-number.ts'
import { CONTENT_CHARACTERS, CONTENT_LIMIT, COURSE_NOT_FOUND, courseModule, release, TWO_OPENINGS } from './contract.ts'

// Admins' unpublished changes to modules (docs/decisions/038-drafts-versions-copies.md).

/** A module as it will be once its draft is published. `id` is the module's id, even if the module is still new. */
export const moduleDraftResponse = z.extend(courseModule, {
	/** The module does not exist yet; publishing appends it. */
	isNew: z.boolean(),
	savedAt: timestamp,
	/** Name of the last editor, as of `savedAt`. */
	savedBy: z.string(),
	/** The published module has changed since the draft was started. */
	isBehind: z.boolean(),
})
export type ModuleDraftResponse = z.output<typeof moduleDraftResponse>

const NO_DRAFT = [404, 'This module has no unpublished changes'] as const

const text = (name: string, maxLength: number, clean = z.trim()) =>
	z
		.string(`${name} must be text`)
		.check(clean, z.maxLength(maxLength, `${name} must be at most ${formatNumber(maxLength)} characters`))

/** The texts of a draft may be incomplete: required fields are checked on publication. */
const texts = {
	title: text('Title', 200, oneLine),
	description: text('Description', 2_000),
	type: text('Type', 40),
	content: text('Content', CONTENT_CHARACTERS),
	/** JSON text or an object. */
	additionalContent: z.union([z.string(), z.record(z.string(), z.unknown())], 'Additional content must be valid JSON'),
}
/** Release fields are only for a new module, so that it can be locked before it is published. */
export const draftBody = z.object({ ...texts, ...release, ...versionField })

/** The drafts of a course, and whether the course is published. New modules have positions after the last module. */
export const listDrafts = contract('GET /api/admin/courses/:id/drafts', {
	access: 'admin',
	response: z.object({ isPublished: z.boolean(), drafts: z.array(moduleDraftResponse) }),
	errors: { notFound: COURSE_NOT_FOUND },
})

/** Creates a new module as a draft, which only admins see. */
export const createDraft = contract('POST /api/admin/courses/:id/drafts', {
	access: 'admin',
	body: z.object({ ...texts, ...release, idempotencyKey: idempotencyKeyAsId }),
	response: moduleDraftResponse,
	status: 201,
	bodyLimit: CONTENT_LIMIT,
	errors: { notFound: COURSE_NOT_FOUND, twoOpenings: TWO_OPENINGS, sentBefore: savedBefore('module') },
})

/** Saves a draft; members still see the published module. */
export const updateDraft = contract('PUT /api/admin/modules/:id/draft', {
	access: 'admin',
	body: draftBody,
	response: moduleDraftResponse,
	bodyLimit: CONTENT_LIMIT,
	errors: {
		notFound: NOT_FOUND.module,
		twoOpenings: TWO_OPENINGS,
		openingOfModule: [400, 'The opening time is not part of the draft. Change it in the module itself.'],
		changed: changedMeanwhile('module'),
	},
	current: courseModule,
})

const versionParam = z.optional(
	z.string().check(z.regex(/^\d{1,9}$/, 'This version is unknown. Please reload the page.')),
)

/** Deletes the draft; the published module stays. */
export const deleteDraft = contract('DELETE /api/admin/modules/:id/draft', {
	access: 'admin',
	query: z.object({ version: versionParam }),
	errors: { notFound: NO_DRAFT, changed: changedMeanwhile('module') },
})

/** Publishes the draft. */
export const publishDraft = contract('POST /api/admin/modules/:id/draft/publish', {
	access: 'admin',
	body: z.object(versionField),
	response: courseModule,
	errors: { notFound: NO_DRAFT, changed: changedMeanwhile('module') },
})

/** Publishes all drafts of a course, or none. */
export const publishDrafts = contract('POST /api/admin/courses/:id/drafts/publish', {
	access: 'admin',
	body: z.object({
		/** The version of each draft that the caller saw. */
		drafts: z
			.array(
				z.object({
					id: z.string('Name every draft').check(z.maxLength(64, 'Name every draft')),
					version: z.int('This version is unknown. Please reload the page.'),
				}),
				'Name every draft',
			)
			.check(z.minLength(1, 'Name every draft'), z.maxLength(200, 'Publish at most 200 drafts at once')),
	}),
	response: z.object({ published: z.number() }),
	errors: {
		notFound: COURSE_NOT_FOUND,
		changed: [409, 'The drafts of this course have changed. Check them again, then publish.'],
	},
})
