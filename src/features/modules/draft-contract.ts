import * as z from 'zod/mini'
import { NOT_FOUND } from '#src/features/course-access/errors.ts'
import { contract, timestamp } from '#src/lib/api/contract.ts'
import { idempotencyKeyAsId, savedBefore } from '#src/lib/api/fields.ts'
import { changedMeanwhile, versionField } from '#src/lib/api/version.ts'
import { oneLine } from '#src/lib/one-line.ts'
import { formatNumber } from '#src/lib/text/format-number.ts'
import { CONTENT_CHARACTERS, CONTENT_LIMIT, COURSE_NOT_FOUND, courseModule, release, TWO_OPENINGS } from './contract.ts'

// What admins write of a module without publishing it (docs/decisions/038-drafts-versions-copies.md).

/** A module as it will be once its draft is published. `id` is the module's, also of one that is not there yet. */
export const moduleDraftResponse = z.extend(courseModule, {
	/** It is not there yet: published, it is added at the end. */
	isNew: z.boolean(),
	savedAt: timestamp,
	/** Name of who wrote it last, as it was then. */
	savedBy: z.string(),
	/** What is published was changed after the draft was begun. */
	isBehind: z.boolean(),
})
export type ModuleDraftResponse = z.output<typeof moduleDraftResponse>

const params = z.object({ id: z.string() })
const NO_DRAFT = [404, 'There are no unpublished changes of this module'] as const

const text = (name: string, most: number, clean = z.trim()) =>
	z
		.string(`${name} must be text`)
		.check(clean, z.maxLength(most, `${name} must be at most ${formatNumber(most)} characters`))

/** Unfinished as it may be: what a module needs is asked for when it is published. */
const words = {
	title: text('Title', 200, oneLine),
	description: text('Description', 2_000),
	type: text('Type', 40),
	content: text('Content', CONTENT_CHARACTERS),
	/** JSON text of an object, or the object itself. */
	additionalContent: z.union([z.string(), z.record(z.string(), z.unknown())], 'Additional content must be valid JSON'),
}
/** `opening` is of a new module alone, so that it can be held back before it is published. */
export const draftBody = z.object({ ...words, ...release, ...versionField })

/** The drafts of a course, those of new modules last; and whether the course is published. */
export const listDrafts = contract({
	method: 'GET',
	path: '/api/admin/courses/:id/drafts',
	access: 'admin',
	params,
	response: z.object({ isPublished: z.boolean(), drafts: z.array(moduleDraftResponse) }),
	errors: { notFound: COURSE_NOT_FOUND },
})

/** A new module that nobody but admins sees until it is published. */
export const createDraft = contract({
	method: 'POST',
	path: '/api/admin/courses/:id/drafts',
	access: 'admin',
	params,
	body: z.object({ ...words, ...release, idempotencyKey: idempotencyKeyAsId }),
	response: moduleDraftResponse,
	status: 201,
	bodyLimit: CONTENT_LIMIT,
	errors: { notFound: COURSE_NOT_FOUND, twoOpenings: TWO_OPENINGS, sentBefore: savedBefore('module') },
})

/** Keeps what was written of a module; members see what is published. */
export const updateDraft = contract({
	method: 'PUT',
	path: '/api/admin/modules/:id/draft',
	access: 'admin',
	params,
	body: draftBody,
	response: moduleDraftResponse,
	bodyLimit: CONTENT_LIMIT,
	errors: {
		notFound: NOT_FOUND.module,
		twoOpenings: TWO_OPENINGS,
		openingOfModule: [400, 'When this module opens is not part of its draft. Change it in the module itself.'],
		changed: changedMeanwhile('module'),
	},
	current: courseModule,
})

const aVersion = z.optional(z.string().check(z.regex(/^\d{1,9}$/, 'The version is not known. Please reload the page.')))

/** Takes the draft away; what is published stays. */
export const deleteDraft = contract({
	method: 'DELETE',
	path: '/api/admin/modules/:id/draft',
	access: 'admin',
	params,
	query: z.object({ version: aVersion }),
	errors: { notFound: NO_DRAFT, changed: changedMeanwhile('module') },
})

/** Puts the draft in the place of what is published. */
export const publishDraft = contract({
	method: 'POST',
	path: '/api/admin/modules/:id/draft/publish',
	access: 'admin',
	params,
	body: z.object(versionField),
	response: courseModule,
	errors: { notFound: NO_DRAFT, changed: changedMeanwhile('module') },
})

/** All drafts of a course at once: all of them, or none. */
export const publishDrafts = contract({
	method: 'POST',
	path: '/api/admin/courses/:id/drafts/publish',
	access: 'admin',
	params,
	body: z.object({
		/** Each draft as it was seen. */
		drafts: z
			.array(
				z.object({
					id: z.string('Name every draft').check(z.maxLength(64, 'Name every draft')),
					version: z.int('The version is not known. Please reload the page.'),
				}),
				'Name every draft',
			)
			.check(z.minLength(1, 'Name every draft'), z.maxLength(200, 'Publish at most 200 drafts at once')),
	}),
	response: z.object({ published: z.number() }),
	errors: {
		notFound: COURSE_NOT_FOUND,
		changed: [409, 'The drafts of this course changed meanwhile. Look at them again, then publish.'],
	},
})
