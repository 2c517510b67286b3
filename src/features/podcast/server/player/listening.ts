import { asc, desc, eq, sql } from 'drizzle-orm'
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
const longest = (fromFeed: number | null, fromAudio: number | null | undefined) =>
	fromFeed === null
		? (fromAudio ?? Number.POSITIVE_INFINITY)
		: Math.max(fromFeed, Math.min(fromAudio ?? 0, fromFeed * 1.1 + 60))

export const saveListening: Service<typeof contracts.saveListening> = async ({ params, body }, { user }) => {
	const { errors } = contracts.saveListening
	const episode = await findEpisode(params.id)
	if (!episode) throw httpError(errors.notFound)
	const { position, duration, finished } = body
	// Players round, so the very end counts as within the episode.
	if (position > longest(episode.duration, duration) + 1) throw httpError(errors.beyond)
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

export const saveQueue: Service<typeof contracts.saveQueue> = async ({ body }, { user }) => {
	const ids = JSON.stringify([...new Set(body.ids)])
	await write(
		db().delete(listeningQueue).where(eq(listeningQueue.userId, user.id)),
		db().run(sql`
			insert into ${listeningQueue} (user_id, ordinal, episode_id)
			select ${user.id}, named.key, named.value from json_each(${ids}) as named
			join ${episodes} on ${episodes}.id = named.value`),
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
