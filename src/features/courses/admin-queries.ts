import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '#src/lib/api-client.ts'
import { failureToast } from '#src/lib/failure-toast.ts'
import { showToast } from '#src/lib/toast.ts'
import { type CourseBody, createCourse, deleteCourse, getCourse, updateCourse } from './contract.ts'
import { allCoursesQuery, courseKeys } from './queries.ts'

/** The list as the admin screens use it: fresh for five minutes (specification, section 9). */
export const adminCoursesQuery = { ...allCoursesQuery, staleTime: 5 * 60 * 1000 }

export const courseQuery = (id: string) =>
	queryOptions({
		queryKey: [...courseKeys.all, id],
		queryFn: ({ signal }) => call(getCourse, { params: { id }, signal }),
	})

const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: courseKeys.all })

/** Creates a course, or changes the one with `id`. */
export const saveCourseMutation = (client: QueryClient, id: string | undefined) => ({
	mutationFn: (body: CourseBody) => (id ? call(updateCourse, { params: { id }, body }) : call(createCourse, { body })),
	onSuccess() {
		showToast({ title: id ? 'Course updated' : 'Course created' })
		return refresh(client)
	},
	onError: failureToast(id ? 'Failed to update course' : 'Failed to create course'),
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
