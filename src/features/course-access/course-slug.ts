import { plainSlug } from '#src/lib/text/slug.ts'

/** Names that may become routes below /courses. */
const RESERVED = new Set(['admin', 'all', 'api', 'archive', 'cover', 'feed', 'index', 'mine', 'new', 'page', 'search'])

/** The shape of an id (`lib/ids.ts`): a slug must not look like one. */
const ID_SHAPE = /^[0-9a-z]{20}$/

/**
 * Returns the slug of a title: lowercase letters and digits with hyphens, cut after a word if possible. For a title
 * without such characters, returns `course`. Not unique: `slugs.ts` appends numbers.
 */
export function slugOf(title: string): string {
	const slug = plainSlug(title)
	if (slug === '') return 'course'
	return RESERVED.has(slug) || ID_SHAPE.test(slug) ? `${slug}-course` : slug
}
