import { and, asc, eq, inArray } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { contentLinks } from '#db/schema/links.ts'
import { modules } from '#db/schema/modules.ts'
import { episodes } from '#db/schema/podcast.ts'
import { currentSlug } from '#src/features/course-access/server/slugs.ts'
import { isOpenTo, isVisible } from '#src/features/course-access/server/visibility.ts'
import { coursePath } from '#src/lib/site/seo.ts'
import type { Related } from '../../episodes/library-pages.ts'

/** Where a module is read. */
export const moduleHref = (courseId: string, slug: string | null, moduleId: string) =>
	`${coursePath(courseId, slug)}?m=${encodeURIComponent(moduleId)}`

/** Modules and courses on one page: what links an episode for its own sake is a handful. */
const MAX_RELATED = 20

/** The statement of published courses that an admin linked to these episodes; its query plan is tested. */
export const relatedCoursesStatement = (slugs: readonly string[]) =>
	db()
		.select({ to: episodes.slug, id: courses.id, title: courses.title, slug: currentSlug })
		.from(episodes)
		.innerJoin(contentLinks, and(eq(contentLinks.fromKind, 'episode'), eq(contentLinks.fromId, episodes.id)))
		.innerJoin(courses, and(eq(contentLinks.toKind, 'course'), eq(courses.id, contentLinks.toId)))
		.where(and(inArray(episodes.slug, [...slugs]), isVisible(undefined)))
		.orderBy(asc(courses.title), asc(courses.id))

/** The same of courses whose descriptions name them. */
export const namingCoursesStatement = (slugs: readonly string[]) =>
	db()
		.selectDistinct({ to: contentLinks.toId, id: courses.id, title: courses.title, slug: currentSlug })
		.from(contentLinks)
		.innerJoin(courses, eq(courses.id, contentLinks.fromId))
		.where(
			and(
				eq(contentLinks.toKind, 'episode'),
				inArray(contentLinks.toId, [...slugs]),
				eq(contentLinks.fromKind, 'course'),
				isVisible(undefined),
			),
		)
		.orderBy(asc(courses.title), asc(courses.id))

/** The same of modules that link them, of those that visitors may read. */
export const relatedModulesStatement = (slugs: readonly string[]) =>
	db()
		.selectDistinct({
			...{ to: contentLinks.toId, id: modules.id, title: modules.title },
			...{ courseId: courses.id, courseTitle: courses.title, courseSlug: currentSlug },
			orderIndex: modules.orderIndex,
		})
		.from(contentLinks)
		.innerJoin(modules, eq(modules.id, contentLinks.fromId))
		.innerJoin(courses, eq(courses.id, modules.courseId))
		.where(
			and(
				eq(contentLinks.toKind, 'episode'),
				inArray(contentLinks.toId, [...slugs]),
				eq(contentLinks.fromKind, 'module'),
				isVisible(undefined),
				isOpenTo(undefined),
			),
		)
		.orderBy(asc(courses.title), asc(courses.id), asc(modules.orderIndex))

/** What the pages of these episodes lead to, by the readable part of their addresses. */
export async function readRelated(slugs: readonly string[]): Promise<(slug: string) => Related> {
	const [linked, describing, naming] = await Promise.all([
		relatedCoursesStatement(slugs),
		namingCoursesStatement(slugs),
		relatedModulesStatement(slugs),
	])
	return (slug) => ({
		// Those that an admin chose first, and each once.
		courses: [
			...new Map([...linked, ...describing].filter(({ to }) => to === slug).map((row) => [row.id, row])).values(),
		]
			.slice(0, MAX_RELATED)
			.map((row) => ({ title: row.title, href: coursePath(row.id, row.slug) })),
		modules: naming
			.filter(({ to }) => to === slug)
			.slice(0, MAX_RELATED)
			.map(({ id, title, courseId, courseTitle, courseSlug }) => ({
				...{ title, courseTitle },
				href: moduleHref(courseId, courseSlug, id),
			})),
	})
}

/** The statement of episodes that an admin linked to these courses; its query plan is tested. */
export const linkingEpisodesStatement = (courseIds: readonly string[]) =>
	db()
		.selectDistinct({ slug: episodes.slug })
		.from(contentLinks)
		.innerJoin(episodes, eq(episodes.id, contentLinks.fromId))
		.where(
			and(
				eq(contentLinks.toKind, 'course'),
				inArray(contentLinks.toId, [...courseIds]),
				eq(contentLinks.fromKind, 'episode'),
			),
		)

/** The same of those that the courses' descriptions name. */
export const describedEpisodesStatement = (courseIds: readonly string[]) =>
	db()
		.selectDistinct({ slug: contentLinks.toId })
		.from(contentLinks)
		.where(
			and(
				eq(contentLinks.fromKind, 'course'),
				inArray(contentLinks.fromId, [...courseIds]),
				eq(contentLinks.toKind, 'episode'),
			),
		)

/** The same of those that modules of the courses name. */
export const namedEpisodesStatement = (courseIds: readonly string[]) =>
	db()
		.selectDistinct({ slug: contentLinks.toId })
		.from(modules)
		.innerJoin(contentLinks, and(eq(contentLinks.fromKind, 'module'), eq(contentLinks.fromId, modules.id)))
		.where(and(inArray(modules.courseId, [...courseIds]), eq(contentLinks.toKind, 'episode')))

/** The episodes whose pages show something of these courses, as the readable parts of their addresses. */
export async function slugsRelatedTo(courseIds: readonly string[]): Promise<string[]> {
	if (courseIds.length === 0) return []
	const found = await Promise.all([
		linkingEpisodesStatement(courseIds),
		describedEpisodesStatement(courseIds),
		namedEpisodesStatement(courseIds),
	])
	return [...new Set(found.flat().flatMap(({ slug }) => slug ?? []))]
}
