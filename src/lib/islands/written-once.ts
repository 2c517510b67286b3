import { hash } from 'node:crypto'

// What Astro would do for each island of each page, and nobody needs: it takes the place of two of its modules, see
// `react-integration.mjs`.

/**
 * Astro's form of the props, which it makes twice. Ours are in an attribute of their own, which `server-renderer.ts`
 * writes; of an island that is not rendered there nobody would.
 */
export function serializeProps(_: object, { displayName, hydrate }: { displayName: string; hydrate: string }): string {
	if (hydrate === 'only') throw new Error(`${displayName} has client:only, and would get no props`)
	return '{}'
}

/** Tells islands apart when they are replaced in development. Astro's own goes through the whole island letter by letter. */
export const shorthash = (text: string): string => hash('sha1', text, 'base64url').slice(0, 8)
