import { asc, eq, isNull } from 'drizzle-orm'
import { db, write } from '#db/client.ts'
import { episodes } from '#db/schema/podcast.ts'
import { episodeSlug } from './episode-slug.ts'

/**
 * Gives an address to episodes without one: those that a release from before there were pages has read. What else their
 * pages show comes with the next round, which reads the feed whole where another release read it last.
 */
export async function nameOldEpisodes(): Promise<void> {
	const nameless = await db()
		.select({ id: episodes.id, title: episodes.title })
		.from(episodes)
		.where(isNull(episodes.slug))
		.orderBy(asc(episodes.position))
	if (nameless.length === 0) return
	const named = await db().select({ slug: episodes.slug }).from(episodes)
	const taken = new Set(named.map(({ slug }) => slug))
	const updates = nameless.map((episode) => {
		const slug = episodeSlug(episode, (name) => taken.has(name))
		taken.add(slug)
		return db().update(episodes).set({ slug }).where(eq(episodes.id, episode.id))
	})
	await write(...updates)
}
