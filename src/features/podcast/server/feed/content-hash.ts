import { createHash } from 'node:crypto'
import { hasFeature } from '#src/lib/site/features.ts'
import type { NormalizedFeed } from './parse/parse-feed.ts'

/**
 * Raise it when the same feed would come out differently, so that what is stored is made anew; as it is when pages of
 * episodes are switched on, which show more of a feed.
 */
export const normalization = () => (hasFeature('podcast') ? 'v5' : 'v5.none')

export const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** Equal for feeds that show the same: what is stored need not be written again. */
export const contentHash = (feed: NormalizedFeed) => `${normalization()}-${hashOf(feed)}`
