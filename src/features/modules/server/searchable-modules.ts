import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { modules } from '#db/schema/modules.ts'
import { fileIsShown, isOpenTo, isVisible } from '#src/features/courses/server/visibility.ts'
import { textPassages } from '#src/lib/passages.ts'
import type { PartSource, SearchAudience, SearchPart } from '#src/platform/search-source.ts'
import { readData } from '../types/registry.ts'
import { videoData } from '../types/video/schema.ts'
import { wordsOfHtml } from './html-words.ts'

const isPublished = isVisible(undefined)
const audienceOf = (isForAll: number): SearchAudience => (isForAll ? 'public' : 'members')

/** The text of a video. Of other types nothing but their content: the data of a quiz holds its answers. */
function spokenIn(type: string, additionalContent: string): string {
	return type === 'video' ? readData(videoData, additionalContent).transcript : ''
}

/**
 * Modules of published courses. What everybody may read is in the public index; what opens later or is for members is in
 * the members', and each reader is asked for by `isOpenTo` (docs/decisions/064).
 */
export const searchableModules: PartSource = {
	kind: 'module',
	tab: 'courses',
	async idsAfter(after, limit) {
		const rows = await db()
			.select({ id: modules.id })
			.from(modules)
			.where(after === undefined ? undefined : gt(modules.id, after))
			.orderBy(asc(modules.id))
			.limit(limit)
		return rows.map(({ id }) => id)
	},
	async audiencesOf(ids) {
		const rows = await db()
			.select({ id: modules.id, isForAll: fileIsShown.toAll })
			.from(modules)
			.innerJoin(courses, eq(courses.id, modules.courseId))
			.where(and(isPublished, inArray(modules.id, [...ids])))
		return new Map(rows.map(({ id, isForAll }) => [id, audienceOf(isForAll)]))
	},
	async read(id) {
		const [module] = await db()
			.select({
				title: modules.title,
				description: modules.description,
				type: modules.type,
				content: modules.content,
				additionalContent: modules.additionalContent,
				isForAll: fileIsShown.toAll,
			})
			.from(modules)
			.innerJoin(courses, eq(courses.id, modules.courseId))
			.where(and(isPublished, eq(modules.id, id)))
		if (!module) return undefined
		const anchor = `module-${id}`
		const about: SearchPart = { part: 'about', heading: module.title, text: module.description, anchor }
		const texts = [wordsOfHtml(module.content), spokenIn(module.type, module.additionalContent)]
		const passages = texts.flatMap(textPassages).map((text): SearchPart => ({ part: 'passage', text, anchor }))
		return { audience: audienceOf(module.isForAll), parts: [about, ...passages] }
	},
	async show(ids, reader) {
		const rows = await db()
			.select({
				id: modules.id,
				title: modules.title,
				course: courses.title,
				slug: sql<string | null>`(select s.slug from course_slugs as s
					where s.course_id = ${courses.id} order by s.turn desc limit 1)`,
				courseId: courses.id,
				createdAt: modules.createdAt,
			})
			.from(modules)
			.innerJoin(courses, eq(courses.id, modules.courseId))
			.where(and(isPublished, isOpenTo(reader), inArray(modules.id, [...ids])))
		return new Map(
			rows.map(({ id, title, course, slug, courseId, createdAt }) => [
				id,
				{ title, context: course, path: `/courses/${slug ?? courseId}?m=${id}`, at: createdAt },
			]),
		)
	},
}
