import * as z from 'zod/mini'
import { COURSE_NOT_FOUND } from '#src/features/modules/contract.ts'
import { contract, pageQuery, timestamp } from '#src/lib/api/contract.ts'
import { course } from './contract.ts'

// Endpoints of the course workspace that are not in the specification.

/** Upper bound for the count of a course's members. */
export const MAX_COUNTED = 10_000

export const courseMember = z.object({
	id: z.string(),
	name: z.string(),
	email: z.string(),
	isActive: z.boolean(),
	completed: z.number(),
	total: z.number(),
	enrolledAt: timestamp,
	/** Last seen in the club, not only in this course. Null if never. */
	lastSeenAt: z.nullable(timestamp),
})
export type CourseMember = z.output<typeof courseMember>

/** Members of the course, newest first. A search checks at most 1,000 accounts. */
export const listCourseMembers = contract('GET /api/admin/courses/:id/members', {
	access: 'admin',
	query: z.object({
		...pageQuery,
		/** Word prefixes of name, username or email address. */
		search: z.optional(z.string().check(z.maxLength(200, 'Use at most 200 characters'))),
	}),
	response: z.array(courseMember),
	errors: { notFound: COURSE_NOT_FOUND },
})

const details = { id: true, title: true, description: true, difficulty: true, imageUrl: true } as const

export const courseVersion = z.extend(z.pick(course, details), {
	replacedAt: timestamp,
	/** Name of the editor, as of `replacedAt`. */
	replacedBy: z.string(),
})
export type CourseVersion = z.output<typeof courseVersion>

/** The latest versions, newest first. */
export const listCourseVersions = contract('GET /api/admin/courses/:id/versions', {
	access: 'admin',
	response: z.array(courseVersion),
	errors: { notFound: COURSE_NOT_FOUND },
})

/** Copies a course with its modules: unpublished, without members, and without unpublished drafts. */
export const copyCourse = contract('POST /api/admin/courses/:id/copy', {
	access: 'admin',
	response: course,
	status: 201,
	errors: { notFound: COURSE_NOT_FOUND },
})
