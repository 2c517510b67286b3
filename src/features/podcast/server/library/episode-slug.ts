import { plainSlug } from '#src/lib/text/slug.ts'

/** Slugs that have, or may get, another use below /podcast. */
const RESERVED = new Set(['page', 'player', 'feed', 'search', 'all', 'admin', 'api', 'index', 'new'])

/**
 * Returns a permanent slug for an episode: its title, with as much of its id as needed to be unique.
 */
export function episodeSlug({ id, title }: { id: string; title: string }, isTaken: (slug: string) => boolean): string {
	const base = plainSlug(title)
	const plain = base === '' || RESERVED.has(base) ? `episode-${base || id}` : base
	if (!isTaken(plain)) return plain
	for (let length = 4; length < id.length; length += 4) {
		const longer = `${plain}-${id.slice(0, length)}`
		if (!isTaken(longer)) return longer
	}
	return `${plain}-${id}`
}
