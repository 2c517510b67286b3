import { env } from '#src/platform/env.ts'
import { safeLink } from './feed-values.ts'

/** A stored address as pages may show it; null for one that is no safe link, as a row of an import may hold. */
export function shownLink(address: string | null): string | null {
	const { origin } = new URL(env().publicUrl)
	return address === null ? null : safeLink(address, origin, origin)
}
