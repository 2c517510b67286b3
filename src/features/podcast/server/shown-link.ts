import { env } from '#src/platform/env/env.ts'
import { safeLink } from './feed/parse/feed-values.ts'

/** Returns a stored URL if it is a safe link, otherwise null: a row may come from an import. */
export function shownLink(url: string | null): string | null {
	const { origin } = new URL(env().publicUrl)
	return url === null ? null : safeLink(url, origin, origin)
}
