import { env } from '#src/platform/env/env.ts'
import { safeLink } from './feed/parse/feed-values.ts'

/** Returns a stored address if it is a safe link, otherwise null: a row may come from an import. */
export function shownLink(address: string | null): string | null {
	const { origin } = new URL(env().publicUrl)
	return address === null ? null : safeLink(address, origin, origin)
}
