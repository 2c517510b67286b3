import { createHash } from 'node:crypto'
import type { NormalisedFeed } from './parse-feed.ts'

/** Raise it when the same feed would come out differently, so that what is stored is made anew. */
export const NORMALISATION = 'v1'

/** Equal for feeds that show the same: what is stored need not be written again. */
export const contentHash = (feed: NormalisedFeed) =>
	`${NORMALISATION}-${createHash('sha256').update(JSON.stringify(feed)).digest('hex')}`
