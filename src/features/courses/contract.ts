import * as z from 'zod/mini'
import { COURSE_NOT_FOUND, moduleProgress, NOT_ENROLLED } from '#src/features/modules/contract.ts'
import { contract, pageQuery, timestamp } from '#src/lib/api/contract.ts'
import { idempotencyKeyAsId, isInstant, lineBetween, savedBefore, textBetween } from '#src/lib/api/fields.ts'
import { changedMeanwhile, versionField } from '#src/lib/api/version.ts'
import { isMediaPath, isSafeLink } from '#src/lib/site/links.ts'

export const DIFFICULTIES = ['beginner', 'intermediate', 'advanced'] as const
export const difficulty = z.enum(DIFFICULTIES, 'Choose beginner, intermediate or advanced')
export type Difficulty = z.output<typeof difficulty>

export const course = z.object({
	id: z.string(),
	title: z.string(),
	description: z.string(),
	difficulty,
	imageUrl: z.nullable(z.string()),
	isPublished: z.boolean(),
	moduleCount: z.number(),
	createdAt: timestamp,
	updatedAt: timestamp,
	/** The version to base a change on; only for admins. */
	version: z.optional(z.number()),
	/** Whether the modules are for members only. Absent means false. */
	membersOnly: z.optional(z.boolean()),
	/** Scheduled times to publish and unpublish; only for admins. */
	publishAt: z.optional(z.nullable(timestamp)),
	unpublishAt: z.optional(z.nullable(timestamp)),
	/** Why the course was not published at `publishAt`: it had no modules. */
	publishRefusal: z.optional(z.nullable(z.enum(['noModules']))),
})
export type Course = z.output<typeof course>

export const courseProgress = z.object({ completed: z.number(), total: z.number() })
export type CourseProgress = z.output<typeof courseProgress>

export const enrolledCourse = z.extend(course, { progress: courseProgress })
export type EnrolledCourse = z.output<typeof enrolledCourse>

const CHOOSE_DATE_AND_TIME = 'Choose a date and a time'

const fields = {
	title: lineBetween('Title', 3, 200),
	description: textBetween('Description', 10, 2_000),
	/** The URL of an external or uploaded picture. If empty, a cover is drawn. */
	imageUrl: z.nullable(
		z.string('Must be a valid URL').check(
			z.trim(),
			z.refine((link) => link === '' || isSafeLink(link) || isMediaPath(link), 'Must be a valid URL'),
		),
	),
	isPublished: z.boolean('Choose whether the course is published'),
	difficulty,
}

/** Readers and publishing schedule, separate from the details. */
const planFields = {
	membersOnly: z.boolean('Choose whether the course is for members only'),
	publishAt: z.nullable(z.string(CHOOSE_DATE_AND_TIME).check(z.refine(isInstant, CHOOSE_DATE_AND_TIME))),
	unpublishAt: z.nullable(z.string(CHOOSE_DATE_AND_TIME).check(z.refine(isInstant, CHOOSE_DATE_AND_TIME))),
}

/** Errors of a schedule. Each message gives the next step. */
export const SCHEDULE_ERRORS = {
	passed: [400, 'Choose a time in the future'],
	order: [400, 'Choose an unpublish time after the publish time'],
	isPublished: [400, 'This course is already published. Unpublish it first, or leave the publish time empty.'],
} as const

export const courseBody = z.object({
	...fields,
	imageUrl: z.optional(fields.imageUrl),
	isPublished: z._default(fields.isPublished, false),
	difficulty: z._default(fields.difficulty, 'beginner'),
})
export type CourseBody = z.input<typeof courseBody>

/** Absent fields stay unchanged. */
export const courseChange = z.object({
	...z.partial(z.object({ ...fields, ...planFields })).shape,
	...versionField,
})

/** Newest first. Admins also get drafts. */
export const listCourses = contract('GET /api/courses', {
	access: 'public',
	query: z.object(pageQuery),
	response: z.array(course),
})

export const createCourse = contract('POST /api/courses', {
	access: 'admin',
	body: z.extend(courseBody, { ...z.partial(z.object(planFields)).shape, idempotencyKey: idempotencyKeyAsId }),
	response: course,
	status: 201,
	errors: { ...SCHEDULE_ERRORS, sentBefore: savedBefore('course') },
})

export const getCourse = contract('GET /api/courses/:id', {
	access: 'public',
	response: course,
	errors: { notFound: COURSE_NOT_FOUND },
})

export const updateCourse = contract('PUT /api/courses/:id', {
	access: 'admin',
	body: courseChange,
	response: course,
	errors: { notFound: COURSE_NOT_FOUND, ...SCHEDULE_ERRORS, changed: changedMeanwhile('course') },
	current: course,
})

/** Warnings before a course is published or unpublished. */
export const publishing = z.object({
	enrolled: z.number(),
	moduleCount: z.number(),
	/** Unfinished modules, and what each is missing: "has no questions". */
	unfinished: z.array(z.object({ title: z.string(), lacks: z.string() })),
})
export type Publishing = z.output<typeof publishing>

export const getPublishing = contract('GET /api/courses/:id/publishing', {
	access: 'admin',
	response: publishing,
	errors: { notFound: COURSE_NOT_FOUND },
})

/** Also deletes enrollments, progress, journals and comments. */
export const deleteCourse = contract('DELETE /api/courses/:id', {
	access: 'admin',
	errors: { notFound: COURSE_NOT_FOUND },
})

/** The caller's courses, most complete first. Not paginated, because the dashboard shows totals. */
export const listUserCourses = contract('GET /api/user/courses', {
	access: 'account',
	response: z.array(enrolledCourse),
})

/** The course page shows the same text instead of the enroll button. */
export const NO_MODULES = [409, 'This course has no modules yet. You can enroll once it has one.'] as const

/** Idempotent. */
export const enroll = contract('POST /api/courses/:id/enroll', {
	access: 'member',
	response: z.object({ courseId: z.string(), progress: courseProgress }),
	errors: { notFound: COURSE_NOT_FOUND, noModules: NO_MODULES },
})

export const getProgress = contract('GET /api/courses/:id/progress', {
	access: 'account',
	response: z.extend(courseProgress, {
		/** The next course, once this one is complete. */
		next: z.optional(z.object({ id: z.string(), title: z.string() })),
	}),
	errors: { notFound: COURSE_NOT_FOUND, notEnrolled: NOT_ENROLLED },
})

/** Every module of the course, with the caller's completion, place and lock. */
export const listUserProgress = contract('GET /api/courses/:id/user-progress', {
	access: 'account',
	response: z.array(moduleProgress),
	errors: { notFound: COURSE_NOT_FOUND, notEnrolled: NOT_ENROLLED },
})
