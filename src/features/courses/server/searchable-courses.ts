import { and, eq, inArray } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { idsAfter } from '#db/rows.ts'
import { courses } from '#db/schema/courses.ts'
import { currentSlug } from '#src/features/course-access/server/slugs.ts'
import { isVisible } from '#src/features/course-access/server/visibility.ts'
import type { PartSource } from '#src/platform/search/search-source.ts'

const isPublished = isVisible(undefined)

/** Title and description of published courses, which are public. Drafts are not searchable. */
export const searchableCourses: PartSource = {
	kind: 'course',
	tab: 'courses',
	idsAfter: (after, limit) => idsAfter(courses, after, limit),
	async audiencesOf(ids) {
		const rows = await db()
			.select({ id: courses.id })
			.from(courses)
			.where(and(isPublished, inArray(courses.id, [...ids])))
		return new Map(rows.map(({ id }) => [id, 'public']))
	},
	async read(id) {
		const [course] = await db()
			.select({ title: courses.title, description: courses.description })
			.from(courses)
			.where(and(isPublished, eq(courses.id, id)))
		return (
			course && {
				audience: 'public',
				parts: [{ part: 'about', heading: course.title, text: course.description }],
			}
		)
	},
	// Reads as a visitor for every reader: only published courses are indexed, so admins see no drafts either.
	async show(ids) {
		const rows = await db()
			.select({ id: courses.id, title: courses.title, slug: currentSlug, createdAt: courses.createdAt })
			.from(courses)
			.where(and(isPublished, inArray(courses.id, [...ids])))
		return new Map(
			rows.map(({ id, title, slug, createdAt }) => [
				id,
				{ title, context: 'Course', path: `/courses/${slug ?? id}`, at: createdAt },
			]),
		)
	},
}
