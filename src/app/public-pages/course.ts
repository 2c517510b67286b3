import type { Course } from '#src/features/courses/contract.ts'
import {
	findPublicCourse,
	listPublicVersions,
	type PublicCourse,
	toPublicCourse,
} from '#src/features/courses/server/service.ts'
import type { PublicPageKind, SnapshotFiles } from './kind.ts'

const files: SnapshotFiles<PublicCourse> = {
	key: 'courses',
	idsIn: (courses) => (courses as Course[]).map(({ id }) => id),
	versions: async () =>
		(await listPublicVersions()).map(({ id, updatedAt }) => ({ id, version: updatedAt.toISOString() })),
	current: findPublicCourse,
	async demo() {
		// Loaded where it is asked for: production has no demonstration.
		const { demoCourseRows } = await import('#db/seed/courses/index.ts')
		return demoCourseRows()
			.filter(({ course }) => course.isPublished)
			.sort((one, other) => (one.course.id < other.course.id ? 1 : -1))
			.map((rows) => ({ id: rows.course.id, data: toPublicCourse(rows) }))
	},
}

export const coursePage = {
	matches: (path) => /^\/courses\/[^/]+$/.test(path),
	paths: async () => (await listPublicVersions()).map(({ id, updatedAt }) => ({ path: `/courses/${id}`, updatedAt })),
	files,
} satisfies PublicPageKind
