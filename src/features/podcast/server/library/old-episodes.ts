import { asc, eq, isNull } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { episodes } from '#db/schema/podcast.ts'
import { write } from '#db/write.ts'
import { episodeSlug } from './episode-slug.ts'

/**
 * Creates slugs for episodes stored by a release without episode pages. The next poll fills in the rest of their pages,
 * since it reads the whole feed after an upgrade.
 */
export async function addMissingSlugs(): Promise<void> {
	const withoutSlug = await db()
		.select({ id: episodes.id, title: episodes.title })
		.from(episodes)
		.where(isNull(episodes.slug))
		.orderBy(asc(episodes.position))
	if (withoutSlug.length === 0) return
	const existing = await db().select({ slug: episodes.slug }).from(episodes)
	const taken = new Set(existing.map(({ slug }) => slug))
	const updates = withoutSlug.map((episode) => {
		const slug = episodeSlug(episode, (name) => taken.has(name))
		taken.add(slug)
		return db().update(episodes).set({ slug }).where(eq(episodes.id, episode.id))
	})
	await write(...updates)
}
