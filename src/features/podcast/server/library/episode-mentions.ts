import { and, desc, eq, isNull } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { comments } from '#db/schema/discussion.ts'
import { modules } from '#db/schema/modules.ts'
import { contentLinks, NO_START } from '#db/schema/platform/links.ts'
import { questionComments, questions } from '#db/schema/questions.ts'
import { currentSlug } from '#src/features/course-access/server/slugs.ts'
import { isOpenTo, isVisible, type Viewer } from '#src/features/course-access/server/visibility.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { coursePath } from '#src/lib/site/seo.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../../library-contract.ts'
import { findEpisode } from './episode-pages.ts'
import { moduleHref } from './related.ts'

/** Maximum number of newest links to read per kind. One question may link to an episode at many seconds. */
const LOOKED_AT = 200

const linksTo = (slug: string) => and(eq(contentLinks.toKind, 'episode'), eq(contentLinks.toId, slug))

const link = { fromKind: contentLinks.fromKind, fromId: contentLinks.fromId, startMs: contentLinks.startMs }
const ofCourse = { courseId: courses.id, courseTitle: courses.title, courseSlug: currentSlug }

/** Returns the query for questions that link to an episode, newest first. A test checks its query plan. */
export const linkingQuestionsStatement = (slug: string) =>
	db()
		.select({ ...link, id: questions.id, title: questions.title, createdAt: questions.createdAt })
		.from(contentLinks)
		.innerJoin(questions, eq(questions.id, contentLinks.fromId))
		.where(and(linksTo(slug), eq(contentLinks.fromKind, 'question'), isNull(questions.hiddenAt)))
		.orderBy(desc(contentLinks.fromId))
		.limit(LOOKED_AT)

/** Like `linkingQuestionsStatement`, but for comments on questions; returns the comment's question. */
export const linkingCommentsStatement = (slug: string) =>
	db()
		.select({ ...link, id: questions.id, title: questions.title, createdAt: questionComments.createdAt })
		.from(contentLinks)
		.innerJoin(questionComments, eq(questionComments.id, contentLinks.fromId))
		.innerJoin(questions, eq(questions.id, questionComments.questionId))
		.where(
			and(
				linksTo(slug),
				eq(contentLinks.fromKind, 'questionComment'),
				isNull(questionComments.hiddenAt),
				isNull(questions.hiddenAt),
			),
		)
		.orderBy(desc(contentLinks.fromId))
		.limit(LOOKED_AT)

/** Like `linkingQuestionsStatement`, but for modules that `reader` may see. */
export const linkingModulesStatement = (slug: string, reader: Viewer) =>
	db()
		.select({ ...link, ...ofCourse, id: modules.id, title: modules.title, createdAt: modules.createdAt })
		.from(contentLinks)
		.innerJoin(modules, eq(modules.id, contentLinks.fromId))
		.innerJoin(courses, eq(courses.id, modules.courseId))
		.where(and(linksTo(slug), eq(contentLinks.fromKind, 'module'), isVisible(reader), isOpenTo(reader)))
		.orderBy(desc(contentLinks.fromId))
		.limit(LOOKED_AT)

/** Like `linkingQuestionsStatement`, but for discussions below modules that `reader` may see; returns the module. */
export const linkingDiscussionsStatement = (slug: string, reader: Viewer) =>
	db()
		.select({ ...link, ...ofCourse, id: modules.id, title: modules.title, createdAt: comments.createdAt })
		.from(contentLinks)
		.innerJoin(comments, eq(comments.id, contentLinks.fromId))
		.innerJoin(modules, eq(modules.id, comments.moduleId))
		.innerJoin(courses, eq(courses.id, modules.courseId))
		.where(
			and(
				linksTo(slug),
				eq(contentLinks.fromKind, 'courseComment'),
				isNull(comments.hiddenAt),
				isVisible(reader),
				isOpenTo(reader),
			),
		)
		.orderBy(desc(contentLinks.fromId))
		.limit(LOOKED_AT)

/** Like `linkingQuestionsStatement`, but for descriptions of courses that `reader` may see. */
export const linkingCoursesStatement = (slug: string, reader: Viewer) =>
	db()
		.select({ ...link, ...ofCourse, id: courses.id, title: courses.title, createdAt: courses.createdAt })
		.from(contentLinks)
		.innerJoin(courses, eq(courses.id, contentLinks.fromId))
		.where(and(linksTo(slug), eq(contentLinks.fromKind, 'course'), isVisible(reader)))
		.orderBy(desc(contentLinks.fromId))
		.limit(LOOKED_AT)

type Linking = Awaited<ReturnType<typeof linkingCommentsStatement>>[number] &
	Partial<Pick<Awaited<ReturnType<typeof linkingModulesStatement>>[number], 'courseId' | 'courseTitle' | 'courseSlug'>>

/** Kinds of entries: a question includes its comments, and a discussion is one entry. */
const KINDS = {
	...{ question: 'question', questionComment: 'question', module: 'module', episode: 'module' },
	...{ courseComment: 'discussion', course: 'course' },
} as const satisfies Record<Linking['fromKind'], contracts.Mention['kind']>

function hrefOf([{ fromKind, fromId, id, courseId, courseSlug }, ...rest]: [Linking, ...Linking[]]): string {
	const kind = KINDS[fromKind]
	if (kind === 'course') return coursePath(id, courseSlug ?? null)
	if (kind !== 'question') return moduleHref(courseId ?? '', courseSlug ?? null, id)
	// If the question itself has no link, use the address of the latest comment that has one.
	const isAsked = [fromKind, ...rest.map((row) => row.fromKind)].includes('question')
	return `/questions/${id}${isAsked ? '' : `#comment-${fromId}`}`
}

/** Merges all links of a question, module, discussion or course into one entry with its address and seconds. */
function toMention(rows: [Linking, ...Linking[]]): contracts.Mention {
	const [{ fromKind, id, title, courseTitle }] = rows
	const seconds = rows.flatMap(({ startMs }) => (startMs === NO_START ? [] : [startMs / 1000]))
	const newest = Math.max(...rows.map(({ createdAt }) => createdAt.getTime()))
	return {
		...{ kind: KINDS[fromKind], id, title, href: hrefOf(rows), courseTitle: courseTitle ?? null },
		starts: [...new Set(seconds)].sort((one, other) => one - other),
		linkedAt: new Date(newest).toISOString(),
	}
}

export const listMentions: Service<typeof contracts.listMentions> = async ({ params }, { user }) => {
	const episode = await findEpisode(params.id)
	if (!episode) throw httpError(contracts.listMentions.errors.notFound)
	const slug = episode.slug ?? episode.id
	const found = await Promise.all([
		linkingQuestionsStatement(slug),
		linkingCommentsStatement(slug),
		linkingModulesStatement(slug, user),
		linkingDiscussionsStatement(slug, user),
		linkingCoursesStatement(slug, user),
	])
	const groups = Map.groupBy<string, Linking>(found.flat(), ({ fromKind, id }) => `${KINDS[fromKind]} ${id}`)
	const mentions = [...groups.values()].map((group) => toMention(group as [Linking]))
	return mentions.sort((one, other) => other.linkedAt.localeCompare(one.linkedAt)).slice(0, contracts.MAX_MENTIONS)
}
