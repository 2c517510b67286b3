import { plainSlug } from '#src/lib/text/slug.ts'

/** What is, or may become, something else below /podcast. */
const RESERVED = new Set(['page', 'player', 'feed', 'search', 'all', 'admin', 'api', 'index', 'new'])

/**
 * The readable part of an episode's address, which it keeps for ever: of its title, with as much of its id as makes it
 * unlike all that are taken.
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
