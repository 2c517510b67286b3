import { and, eq, inArray, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { idsAfter } from '#db/rows.ts'
import { courseSlugs, courses } from '#db/schema/courses.ts'
import { modules } from '#db/schema/modules.ts'
import { fileIsShown, isOpenTo, isVisible } from '#src/features/course-access/server/visibility.ts'
import { textOfHtml } from '#src/features/rich-text/server/html-text.ts'
import { passagesOf, textPassages } from '#src/lib/text/passages.ts'
import type { PartSource, SearchAudience, SearchPart } from '#src/platform/search/search-source.ts'
import { readTranscript } from '#src/platform/transcripts/read-transcript.ts'
import { readData } from '../types/registry.ts'
import { videoData } from '../types/video/schema.ts'

const isPublished = isVisible(undefined)
const audienceOf = (isForAll: number): SearchAudience => (isForAll ? 'public' : 'members')

/** Reads captions by their path in a module; undefined if they cannot be read. */
export type ReadCaptions = (path: string) => Promise<string | undefined>

type PassageText = Pick<SearchPart, 'text' | 'startMs' | 'endMs' | 'speaker' | 'times'>
const toPassages = (text: string): PassageText[] => textPassages(text).map((passage) => ({ text: passage }))

/**
 * Returns the spoken text of a video: from its captions, which have times, or else from its transcript. Empty for other
 * types, because quiz data contains the answers.
 */
async function spokenIn(type: string, additionalContent: string, readCaptions: ReadCaptions): Promise<PassageText[]> {
	if (type !== 'video') return []
	const { videoUrl, captionsUrl, transcript } = readData(videoData, additionalContent)
	const captions = videoUrl && captionsUrl ? await readCaptions(captionsUrl) : undefined
	const parsed = captions === undefined ? undefined : await readTranscript(captions, 'vtt').catch(() => undefined)
	return parsed?.isTimed ? passagesOf(parsed.cues, true) : toPassages(transcript)
}

/** Reads a published module. */
async function readModule(id: string) {
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
	return module
}

/**
 * Indexes the modules of published courses. Public content is in the public index, other content in the members' index,
 * and `isOpenTo` filters the hits for each reader (docs/decisions/037).
 */
export const searchableModules = (readCaptions: ReadCaptions): PartSource => ({
	kind: 'module',
	tab: 'courses',
	idsAfter: (after, limit) => idsAfter(modules, after, limit),
	async audiencesOf(ids) {
		const rows = await db()
			.select({ id: modules.id, isForAll: fileIsShown.toAll })
			.from(modules)
			.innerJoin(courses, eq(courses.id, modules.courseId))
			.where(and(isPublished, inArray(modules.id, [...ids])))
		return new Map(rows.map(({ id, isForAll }) => [id, audienceOf(isForAll)]))
	},
	async read(id) {
		const module = await readModule(id)
		if (!module) return undefined
		const anchor = `module-${id}`
		const about: SearchPart = { part: 'about', heading: module.title, text: module.description, anchor }
		const texts = [
			...toPassages(textOfHtml(module.content)),
			...(await spokenIn(module.type, module.additionalContent, readCaptions)),
		]
		const passages = texts.map(
			({ text, startMs, endMs, speaker, times }): SearchPart => ({
				...{ part: 'passage', text, anchor },
				...{ startMs, endMs, speaker, times },
			}),
		)
		return { audience: audienceOf(module.isForAll), parts: [about, ...passages] }
	},
	async show(ids, reader) {
		const rows = await db()
			.select({
				id: modules.id,
				title: modules.title,
				course: courses.title,
				slug: sql<string | null>`(select s.slug from ${courseSlugs} as s
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
})
