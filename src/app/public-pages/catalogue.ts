import * as z from 'zod'
import { type Course, course } from '#src/features/courses/contract.ts'
import { listPublicCourses } from '#src/features/courses/server/service.ts'
import { coursePage } from './course.ts'
import type { PublicPageKind, SnapshotContent } from './kind.ts'

const content: SnapshotContent<readonly Course[]> = {
	key: coursePage.files.key,
	schema: z.array(z.object({ ...course.shape })),
	current: listPublicCourses,
	demo: async () => (await coursePage.files.demo()).map(({ data }) => data.course),
	empty: [],
}

export const cataloguePage = {
	matches: (path) => path === '/courses',
	paths: async () => [{ path: '/courses' }],
	dependentsOf: (path) => (coursePage.matches(path) ? ['/courses'] : []),
	content,
} satisfies PublicPageKind
