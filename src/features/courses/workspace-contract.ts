import * as z from 'zod/mini'
import { COURSE_NOT_FOUND } from '#src/features/modules/contract.ts'
import { contract, pageQuery, timestamp } from '#src/lib/api/contract.ts'
import { course, difficulty } from './contract.ts'

// What the workspace of a course has besides the calls of the specification.

const params = z.object({ id: z.string() })

/** As far as the members of a course are counted. */
export const MAX_COUNTED = 10_000

/** Somebody who takes the course. */
export const courseMember = z.object({
	id: z.string(),
	name: z.string(),
	email: z.string(),
	isActive: z.boolean(),
	completed: z.number(),
	total: z.number(),
	enrolledAt: timestamp,
	/** In the club, not only in this course. Null for who was not there yet. */
	lastSeenAt: z.nullable(timestamp),
})
export type CourseMember = z.output<typeof courseMember>

/** Who takes the course, the newest first; of a search at most 1,000 are looked at. */
export const listCourseMembers = contract({
	method: 'GET',
	path: '/api/admin/courses/:id/members',
	access: 'admin',
	params,
	query: z.object({
		...pageQuery,
		/** Beginnings of words of name, username or address. */
		search: z.optional(z.string().check(z.maxLength(200, 'Search for at most 200 characters'))),
	}),
	response: z.array(courseMember),
	errors: { notFound: COURSE_NOT_FOUND },
})

/** What the details of a course were until they were replaced. */
export const courseVersion = z.object({
	id: z.string(),
	title: z.string(),
	description: z.string(),
	difficulty,
	imageUrl: z.nullable(z.string()),
	replacedAt: timestamp,
	/** Name of who did, as it was then. */
	replacedBy: z.string(),
})
export type CourseVersion = z.output<typeof courseVersion>

/** The last ones, newest first. */
export const listCourseVersions = contract({
	method: 'GET',
	path: '/api/admin/courses/:id/versions',
	access: 'admin',
	params,
	response: z.array(courseVersion),
	errors: { notFound: COURSE_NOT_FOUND },
})

/** Makes a copy of a course with its modules: unpublished, with nobody in it, without what is not published of it. */
export const copyCourse = contract({
	method: 'POST',
	path: '/api/admin/courses/:id/copy',
	access: 'admin',
	params,
	response: course,
	status: 201,
	errors: { notFound: COURSE_NOT_FOUND },
})
