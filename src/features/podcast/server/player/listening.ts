import { and, asc, desc, eq, gte, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { episodes, listening, listeningQueue } from '#db/schema/podcast.ts'
import { write } from '#db/write.ts'
import { httpError } from '#src/lib/api/errors.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { ownData } from '#src/platform/member-data.ts'
import * as contracts from '../../library-contract.ts'
import { findEpisode } from '../library/episode-pages.ts'

export const listListening: Service<typeof contracts.listListening> = async (_, { user }) => {
	const rows = await db()
		.select({ place: listening, slug: episodes.slug, title: episodes.title })
		.from(listening)
		.innerJoin(episodes, eq(episodes.id, listening.episodeId))
		.where(eq(listening.userId, user.id))
		.orderBy(desc(listening.updatedAt))
		.limit(contracts.MAX_LISTENING)
	return rows.map(({ place, slug, title }) => ({
		...{ episodeId: place.episodeId, slug: slug ?? place.episodeId, title },
		position: place.positionMs / 1000,
		duration: place.durationMs === null ? null : place.durationMs / 1000,
		finished: place.finishedAt !== null,
		updatedAt: place.updatedAt,
	}))
}

/** Returns the maximum position. The feed's length is often slightly off, so the audio may be a bit longer. */
const maxPosition = (fromFeed: number | null, fromAudio: number | null | undefined) =>
	fromFeed === null
		? (fromAudio ?? Number.POSITIVE_INFINITY)
		: Math.max(fromFeed, Math.min(fromAudio ?? 0, fromFeed * 1.1 + 60))

export const saveListening: Service<typeof contracts.saveListening> = async ({ params, body }, { user }) => {
	const { errors } = contracts.saveListening
	const episode = await findEpisode(params.id)
	if (!episode) throw httpError(errors.notFound)
	const { position, duration, finished } = body
	// Players round, so the very end counts as within the episode.
	if (position > maxPosition(episode.duration, duration) + 1) throw httpError(errors.beyond)
	const now = new Date()
	const row = {
		positionMs: Math.round(position * 1000),
		durationMs: duration == null ? null : Math.round(duration * 1000),
		...{ updatedAt: now, finishedAt: finished ? now : null },
	}
	await db()
		.insert(listening)
		.values({ userId: user.id, episodeId: episode.id, ...row })
		.onConflictDoUpdate({ target: [listening.userId, listening.episodeId], set: row })
	return undefined
}

async function queueOf(userId: string) {
	const rows = await db()
		.select({ id: episodes.id, slug: episodes.slug, title: episodes.title, duration: episodes.duration })
		.from(listeningQueue)
		.innerJoin(episodes, eq(episodes.id, listeningQueue.episodeId))
		.where(eq(listeningQueue.userId, userId))
		.orderBy(asc(listeningQueue.ordinal))
	return rows.map((row) => ({ ...row, slug: row.slug ?? row.id }))
}

export const getQueue: Service<typeof contracts.getQueue> = (_, { user }) => queueOf(user.id)

/** Checks whether the episodes that are in both lists have a different order. */
const isReordered = (ids: readonly string[], known: readonly string[]) =>
	ids.filter((id) => known.includes(id)).join() !== known.filter((id) => ids.includes(id)).join()

/** Saves a device's queue, and keeps the additions and removals that other devices made since `known`. */
export const saveQueue: Service<typeof contracts.saveQueue> = async ({ body }, { user }) => {
	const ids = [...new Set(body.ids)]
	const { known } = body
	const listed = (list: readonly string[]) =>
		sql`(select key as at, value as id from json_each(${JSON.stringify([...new Set(list)])}))`
	const stored = sql`(select ordinal as at, episode_id as id from ${listeningQueue} where user_id = ${user.id})`
	// If a device only added and removed episodes, the stored order stays.
	const usesDeviceOrder = !known || isReordered(ids, known)
	const isOwner = eq(listeningQueue.userId, user.id)
	await write(
		// New ordinals are negative until the old rows are deleted.
		db().run(sql`
			insert into ${listeningQueue} (user_id, ordinal, episode_id)
			select ${user.id}, -row_number() over (order by
				${usesDeviceOrder ? sql`mine.at is null, mine.at, stored.at` : sql`stored.at is null, stored.at, mine.at`}), id
			from ${listed(ids)} as mine full join ${stored} as stored using (id)
			left join ${listed(known ?? [])} as known using (id)
			join ${episodes} using (id)
			where case when ${known === undefined} then mine.at is not null
				else known.at is null or (mine.at is not null and stored.at is not null) end
			order by 2 desc limit ${contracts.MAX_QUEUE}`),
		db()
			.delete(listeningQueue)
			.where(and(isOwner, gte(listeningQueue.ordinal, 0))),
		db().update(listeningQueue).set({ ordinal: sql`-1 - ordinal` }).where(isOwner),
	)
	return queueOf(user.id)
}

/** A member's positions and queue. */
export const listeningData = [
	ownData({
		table: listening,
		owner: listening.userId,
		joins: [[episodes, eq(episodes.id, listening.episodeId)]],
		name: 'listening',
		title: 'Podcast episodes',
		about: 'The episodes you listened to while signed in, and where you stopped.',
		cursor: listening.episodeId,
		fields: {
			episodeId: listening.episodeId,
			episode: episodes.title,
			positionMs: listening.positionMs,
			durationMs: listening.durationMs,
			updatedAt: listening.updatedAt,
			finishedAt: listening.finishedAt,
		},
	}),
	ownData({
		table: listeningQueue,
		owner: listeningQueue.userId,
		joins: [[episodes, eq(episodes.id, listeningQueue.episodeId)]],
		name: 'listeningQueue',
		title: 'Podcast queue',
		about: 'Episodes you queued to hear next.',
		cursor: listeningQueue.ordinal,
		fields: { place: listeningQueue.ordinal, episodeId: listeningQueue.episodeId, episode: episodes.title },
	}),
]
