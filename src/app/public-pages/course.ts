import { courseOfSlug, slugsOf } from '#src/features/course-access/server/slugs.ts'
import type { Course } from '#src/features/courses/contract.ts'
import {
	findPublishedCourses,
	listPublicVersions,
	type PublicCourse,
	toPublicCourse,
} from '#src/features/courses/server/service.ts'
import { coursePath } from '#src/lib/site/seo.ts'
import type { PublicPageKind, SnapshotFiles } from './kind.ts'

const files: SnapshotFiles<PublicCourse> = {
	key: 'courses',
	idsIn: (courses) => (courses as Course[]).map(({ id }) => id),
	versions: async () =>
		(await listPublicVersions()).map(({ id, updatedAt }) => ({ id, version: updatedAt.toISOString() })),
	current: findPublishedCourses,
	async demo() {
		// Loaded on demand: production has no demonstration data.
		const { demoCourseRows } = await import('#src/app/seed/courses/index.ts')
		return demoCourseRows()
			.filter(({ course }) => course.isPublished)
			.sort((one, other) => (one.course.id < other.course.id ? 1 : -1))
			.map((rows) => ({ id: rows.course.id, data: toPublicCourse(rows) }))
	},
}

export const coursePage = {
	matches: (path) => /^\/courses\/[^/]+$/.test(path),
	paths: async () =>
		(await listPublicVersions()).map(({ id, slug, updatedAt }) => ({
			path: `/courses/${id}`,
			canonical: coursePath(id, slug),
			updatedAt,
		})),
	async alternativePaths(paths) {
		const ids = paths.flatMap((path) => /^\/courses\/([^/]+)$/.exec(path)?.[1] ?? [])
		return ids.length === 0 ? [] : (await slugsOf(ids)).map((slug) => `/courses/${slug}`)
	},
	async pathAt(address) {
		const id = await courseOfSlug(address.slice('/courses/'.length))
		return id === undefined ? undefined : `/courses/${id}`
	},
	async contentsOf(paths) {
		const courses = await findPublishedCourses(paths.map((path) => path.slice('/courses/'.length)))
		return new Map([...courses].map(([id, course]) => [`/courses/${id}`, course]))
	},
	files,
} satisfies PublicPageKind
