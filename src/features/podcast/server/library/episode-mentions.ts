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
const MAX_LINKS = 200

const linksTo = (slug: string) => and(eq(contentLinks.toKind, 'episode'), eq(contentLinks.toId, slug))

const link = { fromKind: contentLinks.fromKind, fromId: contentLinks.fromId, startMs: contentLinks.startMs }
const courseColumns = { courseId: courses.id, courseTitle: courses.title, courseSlug: currentSlug }

/** Returns the query for questions that link to an episode, newest first. A test checks its query plan. */
export const linkingQuestionsStatement = (slug: string) =>
	db()
		.select({ ...link, id: questions.id, title: questions.title, createdAt: questions.createdAt })
		.from(contentLinks)
		.innerJoin(questions, eq(questions.id, contentLinks.fromId))
		.where(and(linksTo(slug), eq(contentLinks.fromKind, 'question'), isNull(questions.hiddenAt)))
		.orderBy(desc(contentLinks.fromId))
		.limit(MAX_LINKS)

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
		.limit(MAX_LINKS)

/** Like `linkingQuestionsStatement`, but for modules that `viewer` may see. */
export const linkingModulesStatement = (slug: string, viewer: Viewer) =>
	db()
		.select({ ...link, ...courseColumns, id: modules.id, title: modules.title, createdAt: modules.createdAt })
		.from(contentLinks)
		.innerJoin(modules, eq(modules.id, contentLinks.fromId))
		.innerJoin(courses, eq(courses.id, modules.courseId))
		.where(and(linksTo(slug), eq(contentLinks.fromKind, 'module'), isVisible(viewer), isOpenTo(viewer)))
		.orderBy(desc(contentLinks.fromId))
		.limit(MAX_LINKS)

/** Like `linkingQuestionsStatement`, but for discussions below modules that `viewer` may see; returns the module. */
export const linkingDiscussionsStatement = (slug: string, viewer: Viewer) =>
	db()
		.select({ ...link, ...courseColumns, id: modules.id, title: modules.title, createdAt: comments.createdAt })
		.from(contentLinks)
		.innerJoin(comments, eq(comments.id, contentLinks.fromId))
		.innerJoin(modules, eq(modules.id, comments.moduleId))
		.innerJoin(courses, eq(courses.id, modules.courseId))
		.where(
			and(
				linksTo(slug),
				eq(contentLinks.fromKind, 'courseComment'),
				isNull(comments.hiddenAt),
				isVisible(viewer),
				isOpenTo(viewer),
			),
		)
		.orderBy(desc(contentLinks.fromId))
		.limit(MAX_LINKS)

/** Like `linkingQuestionsStatement`, but for descriptions of courses that `viewer` may see. */
export const linkingCoursesStatement = (slug: string, viewer: Viewer) =>
	db()
		.select({ ...link, ...courseColumns, id: courses.id, title: courses.title, createdAt: courses.createdAt })
		.from(contentLinks)
		.innerJoin(courses, eq(courses.id, contentLinks.fromId))
		.where(and(linksTo(slug), eq(contentLinks.fromKind, 'course'), isVisible(viewer)))
		.orderBy(desc(contentLinks.fromId))
		.limit(MAX_LINKS)

type LinkRow = Awaited<ReturnType<typeof linkingCommentsStatement>>[number] &
	Partial<Pick<Awaited<ReturnType<typeof linkingModulesStatement>>[number], 'courseId' | 'courseTitle' | 'courseSlug'>>

/** Kinds of entries: a question includes its comments, and a discussion is one entry. */
const KINDS = {
	...{ question: 'question', questionComment: 'question', module: 'module', episode: 'module' },
	...{ courseComment: 'discussion', course: 'course' },
} as const satisfies Record<LinkRow['fromKind'], contracts.Mention['kind']>

function hrefOf([{ fromKind, fromId, id, courseId, courseSlug }, ...rest]: [LinkRow, ...LinkRow[]]): string {
	const kind = KINDS[fromKind]
	if (kind === 'course') return coursePath(id, courseSlug ?? null)
	if (kind !== 'question') return moduleHref(courseId ?? '', courseSlug ?? null, id)
	// If the question itself has no link, link to the latest comment that has one.
	const isInQuestion = [fromKind, ...rest.map((row) => row.fromKind)].includes('question')
	return `/questions/${id}${isInQuestion ? '' : `#comment-${fromId}`}`
}

/** Merges all links of a question, module, discussion or course into one entry with its URL and seconds. */
function toMention(rows: [LinkRow, ...LinkRow[]]): contracts.Mention {
	const [{ fromKind, id, title, courseTitle }] = rows
	const seconds = rows.flatMap(({ startMs }) => (startMs === NO_START ? [] : [startMs / 1000]))
	const newest = Math.max(...rows.map(({ createdAt }) => createdAt.getTime()))
	return {
		...{ kind: KINDS[fromKind], id, title, href: hrefOf(rows), courseTitle: courseTitle ?? null },
		starts: [...new Set(seconds)].sort((a, b) => a - b),
		linkedAt: new Date(newest).toISOString(),
	}
}

export const listMentions: Service<typeof contracts.listMentions> = async ({ params }, { user }) => {
	const episode = await findEpisode(params.id)
	if (!episode) throw httpError(contracts.listMentions.errors.notFound)
	const slug = episode.slug ?? episode.id
	const links = await Promise.all([
		linkingQuestionsStatement(slug),
		linkingCommentsStatement(slug),
		linkingModulesStatement(slug, user),
		linkingDiscussionsStatement(slug, user),
		linkingCoursesStatement(slug, user),
	])
	const groups = Map.groupBy<string, LinkRow>(links.flat(), ({ fromKind, id }) => `${KINDS[fromKind]} ${id}`)
	const mentions = [...groups.values()].map((group) => toMention(group as [LinkRow]))
	return mentions.sort((a, b) => b.linkedAt.localeCompare(a.linkedAt)).slice(0, contracts.MAX_MENTIONS)
}
