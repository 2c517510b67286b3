import { listDrafts } from '#src/features/modules/draft-contract.ts'
import type { BodyOf } from '#src/lib/api/contract.ts'
import type { SentAs } from '#src/lib/api/fields.ts'
import { ifSentBefore, mutation, query } from '#src/lib/api/query.ts'
import { list } from '#src/lib/api/query-list.ts'
import type { Readers } from '#src/lib/site/readers.ts'
import {
	type CourseBody,
	createCourse,
	deleteCourse,
	getCourse,
	getPublishing,
	listCourses,
	updateCourse,
} from './contract.ts'
import { sectionHref } from './course-sections.ts'
import { listCoursesQuery } from './queries.ts'
import { copyCourse, listCourseMembers, listCourseVersions } from './workspace-contract.ts'

/** All courses for the admin screens: stale after five minutes (docs/product.md, Administration). */
export const listCoursesForAdminsQuery = { ...listCoursesQuery, staleTime: 5 * 60 * 1000 }

export const getCourseQuery = (id: string) => query(getCourse, { params: { id } })

/** Queries to invalidate. `listDrafts` also returns whether the course is published. */
const refreshes = [listCourses, getCourse, listDrafts, listCourseVersions]

export const createCourseMutation = mutation(createCourse, {
	input: (body: CourseBody & SentAs & { membersOnly?: boolean | undefined }) => ({ body }),
	done: { title: 'Course created', afterNavigation: true },
	failed: 'Failed to create course',
	refreshesAfterFailure: ifSentBefore([listCourses]),
	follows: ({ id }) => window.location.assign(sectionHref(id, 'modules')),
})

export const updateCourseMutation = (id: string) =>
	mutation(updateCourse, {
		input: (body: BodyOf<typeof updateCourse>) => ({ params: { id }, body }),
		done: 'Course updated',
		failed: 'Failed to update course',
		refreshes,
	})

/** Fetches the warnings before a course is published or unpublished; never cached. */
export const getPublishingMutation = (id: string) =>
	mutation(getPublishing, { input: () => ({ params: { id } }), failed: 'Failed to update course' })

/** The publish button in the header of the workspace. */
export const updateCoursePublishingMutation = (id: string) =>
	mutation(updateCourse, {
		input: ({ isPublished, readers }: { isPublished: boolean; readers: Readers | undefined }) => ({
			params: { id },
			body: { isPublished, ...(readers && { membersOnly: readers === 'members' }) },
		}),
		done: ({ isPublished, membersOnly }) => ({
			title: 'Course updated',
			description: !isPublished
				? 'The course is now a draft that only admins see.'
				: membersOnly
					? 'Members can now read the course.'
					: 'The course is now public.',
		}),
		failed: 'Failed to update course',
		refreshes,
	})

export const deleteCourseMutation = mutation(deleteCourse, {
	input: (id: string) => ({ params: { id } }),
	done: 'Course deleted',
	failed: 'Failed to delete course',
	refreshes,
})

/** Deletes a course from its own workspace, then opens the list of courses. */
export const deleteCourseFromInsideMutation = mutation(deleteCourse, {
	input: (id: string) => ({ params: { id } }),
	done: { title: 'Course deleted', afterNavigation: true },
	failed: 'Failed to delete course',
	follows: () => window.location.assign('/admin/courses'),
})

const MEMBERS_PAGE = 50

export const listCourseMembersQuery = (courseId: string, search: string) =>
	list(listCourseMembers, {
		params: { id: courseId },
		query: { limit: MEMBERS_PAGE, ...(search === '' ? {} : { search }) },
	})

export const listCourseVersionsQuery = (courseId: string) => query(listCourseVersions, { params: { id: courseId } })

export const copyCourseMutation = mutation(copyCourse, {
	input: (id: string) => ({ params: { id } }),
	done: { title: 'Course duplicated', description: 'You are viewing the copy. It is a draft.', afterNavigation: true },
	failed: 'Failed to duplicate the course',
	follows: ({ id }) => window.location.assign(sectionHref(id, 'details')),
})
