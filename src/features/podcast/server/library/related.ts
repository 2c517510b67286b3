import { and, asc, eq, inArray } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { modules } from '#db/schema/modules.ts'
import { contentLinks } from '#db/schema/platform/links.ts'
import { episodes } from '#db/schema/podcast.ts'
import { currentSlug } from '#src/features/course-access/server/slugs.ts'
import { isOpenTo, isVisible } from '#src/features/course-access/server/visibility.ts'
import { coursePath } from '#src/lib/site/seo.ts'
import type { Related } from '../../episodes/library-pages.ts'

/** Returns the path of a module. */
export const moduleHref = (courseId: string, slug: string | null, moduleId: string) =>
	`${coursePath(courseId, slug)}?m=${encodeURIComponent(moduleId)}`

type LinkRow = typeof contentLinks.$inferSelect
const isLink = (from: LinkRow['fromKind'], to: LinkRow['toKind']) =>
	and(eq(contentLinks.fromKind, from), eq(contentLinks.toKind, to))

/** Maximum number of modules and courses on a page; usually a handful. */
const MAX_RELATED = 20

/** Returns the query for published courses that an admin linked to episodes. A test checks its query plan. */
export const relatedCoursesStatement = (slugs: readonly string[]) =>
	db()
		.select({ to: episodes.slug, id: courses.id, title: courses.title, slug: currentSlug })
		.from(episodes)
		.innerJoin(contentLinks, and(eq(contentLinks.fromKind, 'episode'), eq(contentLinks.fromId, episodes.id)))
		.innerJoin(courses, and(eq(contentLinks.toKind, 'course'), eq(courses.id, contentLinks.toId)))
		.where(and(inArray(episodes.slug, [...slugs]), isVisible(undefined)))
		.orderBy(asc(courses.title), asc(courses.id))

/** Like `relatedCoursesStatement`, but for courses whose descriptions link to the episodes. */
export const namingCoursesStatement = (slugs: readonly string[]) =>
	db()
		.selectDistinct({ to: contentLinks.toId, id: courses.id, title: courses.title, slug: currentSlug })
		.from(contentLinks)
		.innerJoin(courses, eq(courses.id, contentLinks.fromId))
		.where(and(isLink('course', 'episode'), inArray(contentLinks.toId, [...slugs]), isVisible(undefined)))
		.orderBy(asc(courses.title), asc(courses.id))

/** Like `relatedCoursesStatement`, but for modules that link to the episodes and that visitors may read. */
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
				...[isLink('module', 'episode'), inArray(contentLinks.toId, [...slugs])],
				...[isVisible(undefined), isOpenTo(undefined)],
			),
		)
		.orderBy(asc(courses.title), asc(courses.id), asc(modules.orderIndex))

/** Reads the pages related to episodes. @returns a lookup by the episode's slug. */
export async function readRelated(slugs: readonly string[]): Promise<(slug: string) => Related> {
	const [linkedCourses, describingCourses, linkingModules] = await Promise.all([
		relatedCoursesStatement(slugs),
		namingCoursesStatement(slugs),
		relatedModulesStatement(slugs),
	])
	return (slug) => ({
		// An admin's links first, without duplicates.
		courses: [
			...new Map(
				[...linkedCourses, ...describingCourses].filter(({ to }) => to === slug).map((row) => [row.id, row]),
			).values(),
		]
			.slice(0, MAX_RELATED)
			.map((row) => ({ title: row.title, href: coursePath(row.id, row.slug) })),
		modules: linkingModules
			.filter(({ to }) => to === slug)
			.slice(0, MAX_RELATED)
			.map(({ id, title, courseId, courseTitle, courseSlug }) => ({
				...{ title, courseTitle },
				href: moduleHref(courseId, courseSlug, id),
			})),
	})
}

/** Returns the query for episodes that an admin linked to courses. A test checks its query plan. */
export const linkingEpisodesStatement = (courseIds: readonly string[]) =>
	db()
		.selectDistinct({ slug: episodes.slug })
		.from(contentLinks)
		.innerJoin(episodes, eq(episodes.id, contentLinks.fromId))
		.where(and(isLink('episode', 'course'), inArray(contentLinks.toId, [...courseIds])))

/** Like `linkingEpisodesStatement`, but for episodes linked from the courses' descriptions. */
export const describedEpisodesStatement = (courseIds: readonly string[]) =>
	db()
		.selectDistinct({ slug: contentLinks.toId })
		.from(contentLinks)
		.where(and(isLink('course', 'episode'), inArray(contentLinks.fromId, [...courseIds])))

/** Like `linkingEpisodesStatement`, but for episodes linked from the courses' modules. */
export const namedEpisodesStatement = (courseIds: readonly string[]) =>
	db()
		.selectDistinct({ slug: contentLinks.toId })
		.from(modules)
		.innerJoin(contentLinks, and(eq(contentLinks.fromKind, 'module'), eq(contentLinks.fromId, modules.id)))
		.where(and(inArray(modules.courseId, [...courseIds]), eq(contentLinks.toKind, 'episode')))

/** Returns the slugs of episodes whose pages show these courses. */
export async function slugsRelatedTo(courseIds: readonly string[]): Promise<string[]> {
	if (courseIds.length === 0) return []
	const found = await Promise.all([
		linkingEpisodesStatement(courseIds),
		describedEpisodesStatement(courseIds),
		namedEpisodesStatement(courseIds),
	])
	return [...new Set(found.flat().flatMap(({ slug }) => slug ?? []))]
}
