import { hash } from 'node:crypto'

// Replaces two modules of Astro that do unneeded work for each island of each page, see `react-integration.mjs`.

/**
 * Serializes props in Astro's format, which Astro does twice. `server-renderer.ts` writes ours to their own
 * attribute; islands that are not rendered on the server would not get one.
 */
export function serializeProps(_: object, { displayName, hydrate }: { displayName: string; hydrate: string }): string {
	if (hydrate === 'only') throw new Error(`${displayName} has client:only, and would get no props`)
	return '{}'
}

/** Hashes an island, to identify it in development. Astro's own walks the whole island character by character. */
export const shorthash = (text: string): string => hash('sha1', text, 'base64url').slice(0, 8)
