import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '#src/lib/api-client.ts'
import { failureToast } from '#src/lib/failure-toast.ts'
import { showToast } from '#src/lib/toast.ts'
import { type Course, type CourseBody, createCourse, deleteCourse, getCourse, updateCourse } from './contract.ts'
import { allCoursesQuery, courseKeys } from './queries.ts'

/** The list as the admin screens use it: fresh for five minutes (specification, section 9). */
export const adminCoursesQuery = { ...allCoursesQuery, staleTime: 5 * 60 * 1000 }

export const courseQuery = (id: string) =>
	queryOptions({
		queryKey: [...courseKeys.all, id],
		queryFn: ({ signal }) => call(getCourse, { params: { id }, signal }),
	})

const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: courseKeys.all })

/** What of `body` is not as `course` has it. */
export const changesOf = (course: Course, body: CourseBody): Partial<CourseBody> =>
	Object.fromEntries(Object.entries(body).filter(([name, value]) => value !== (course[name as keyof Course] ?? '')))

/**
 * Creates a course, or changes `course`. Only what was changed is sent: what another admin changed since the dialog was
 * opened, such as taking the course back into drafts, stays.
 */
export const saveCourseMutation = (client: QueryClient, course: Course | undefined) => ({
	mutationFn: (body: CourseBody) =>
		course
			? call(updateCourse, { params: { id: course.id }, body: changesOf(course, body) })
			: call(createCourse, { body }),
	onSuccess() {
		showToast({ title: course ? 'Course updated' : 'Course created' })
		return refresh(client)
	},
	onError: failureToast(course ? 'Failed to update course' : 'Failed to create course'),
})

/** The switch on the modules screen. */
export const publishCourseMutation = (client: QueryClient, id: string) => ({
	mutationFn: (isPublished: boolean) => call(updateCourse, { params: { id }, body: { isPublished } }),
	onSuccess({ isPublished }: { isPublished: boolean }) {
		showToast({
			title: 'Course updated',
			description: isPublished ? 'It is published now.' : 'It is a draft now; only admins see it.',
		})
		return refresh(client)
	},
	onError: failureToast('Failed to update course'),
})

export const deleteCourseMutation = (client: QueryClient) => ({
	mutationFn: (id: string) => call(deleteCourse, { params: { id } }),
	onSuccess() {
		showToast({ title: 'Course deleted' })
		return refresh(client)
	},
	onError: failureToast('Failed to delete course'),
})
