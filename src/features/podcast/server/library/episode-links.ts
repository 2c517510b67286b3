import { and, asc, eq, inArray } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { contentLinks } from '#db/schema/platform/links.ts'
import { write } from '#db/write.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import { enqueuePublish } from '#src/platform/publish/publish-queue.ts'
import { episodePath } from '../../episodes/episode-path.ts'
import * as contracts from '../../library-admin-contract.ts'
import { actions } from '../audit-actions.ts'
import { findEpisode } from './episode-pages.ts'

/** Selects the courses that an admin linked to an episode, including drafts, for admins. */
export const linkedCourses = (episodeId: string) =>
	db()
		.select({ id: courses.id, title: courses.title, isPublished: courses.isPublished })
		.from(contentLinks)
		.innerJoin(courses, eq(courses.id, contentLinks.toId))
		.where(
			and(eq(contentLinks.fromKind, 'episode'), eq(contentLinks.fromId, episodeId), eq(contentLinks.toKind, 'course')),
		)
		.orderBy(asc(courses.title), asc(courses.id))

export const saveEpisodeLinks: Service<typeof contracts.saveEpisodeLinks> = async ({ params, body }, { user }) => {
	const { errors } = contracts.saveEpisodeLinks
	const episode = await findEpisode(params.id)
	if (!episode) throw httpError(errors.notFound)
	const ids = [...new Set(body.courseIds)]
	const existing = await db().select({ id: courses.id }).from(courses).where(inArray(courses.id, ids))
	if (existing.length < ids.length) throw httpError(errors.noCourse)
	const subject = { type: 'episode', id: episode.id, name: episode.title }
	await write(
		db()
			.delete(contentLinks)
			.where(
				and(
					eq(contentLinks.fromKind, 'episode'),
					eq(contentLinks.fromId, episode.id),
					eq(contentLinks.origin, 'admin'),
				),
			),
		...ids.map((toId) =>
			db()
				.insert(contentLinks)
				.values({ fromKind: 'episode', fromId: episode.id, toKind: 'course', toId, origin: 'admin' }),
		),
		recordAudit({ actor: user, action: actions['episode.links-saved'], subject }),
		...enqueuePublish(episode.slug === null ? [] : [episodePath(episode.slug)]),
	)
	wake('publisher')
	return undefined
}
