import { plainSlug } from '#src/lib/text/slug.ts'

/** What may become something else below /courses one day. */
const RESERVED = new Set(['admin', 'all', 'api', 'archive', 'cover', 'feed', 'index', 'mine', 'new', 'page', 'search'])

/** What an id may look like (`lib/ids.ts`): no readable address is to be taken for one. */
const LIKE_AN_ID = /^[0-9a-z]{20}$/

/**
 * A title as a part of an address: lower case letters and digits with hyphens between them, cut after a word where that
 * is possible. A title without any such letter is `course`. Not unique by itself: `slugs.ts` numbers what is taken.
 */
export function slugOf(title: string): string {
	const cut = plainSlug(title)
	if (cut === '') return 'course'
	return RESERVED.has(cut) || LIKE_AN_ID.test(cut) ? `${cut}-course` : cut
}
