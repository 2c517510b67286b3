import { createHash } from 'node:crypto'
import { hasFeature } from '#src/lib/site/features.ts'
import type { NormalizedFeed } from './parse/parse-feed.ts'

/**
 * Version of the normalization. Increase it when the same feed gives a different result, to rebuild stored data.
 * Episode pages show more of a feed, so turning them on changes the version too.
 */
export const normalization = () => (hasFeature('podcast') ? 'v5' : 'v5.none')

export const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** Returns equal hashes for feeds that look the same, so unchanged data is not written again. */
export const contentHash = (feed: NormalizedFeed) => `${normalization()}-${hashOf(feed)}`
