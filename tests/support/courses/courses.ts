import { type Course, createCourse } from '#src/features/courses/contract.ts'
import { type CourseModule, createModule } from '#src/features/modules/contract.ts'
import { callApi, type Principal } from '../api/api.ts'

/** Creates a course through the API, published by default. */
export async function makeCourse(admin: Principal, overrides: Record<string, unknown> = {}): Promise<Course> {
	const body = {
		title: 'Client intake',
		description: 'How to say yes to the right people.',
		isPublished: true,
		...overrides,
	}
	const reply = await callApi(createCourse, { as: admin, body })
	if (reply.status !== 201) throw new Error(`${reply.status} ${reply.text}`)
	return reply.json as Course
}

/** Adds a module to the end of the course, by default a text module. */
export async function makeModule(
	admin: Principal,
	courseId: string,
	overrides: Record<string, unknown> = {},
): Promise<CourseModule> {
	const body = {
		title: 'The first call',
		description: 'What to ask, and in which order.',
		content: '<p>Ask why they call today, and not last month.</p>',
		...overrides,
	}
	const reply = await callApi(createModule, { as: admin, params: { id: courseId }, body })
	if (reply.status !== 201) throw new Error(`${reply.status} ${reply.text}`)
	return reply.json as CourseModule
}
