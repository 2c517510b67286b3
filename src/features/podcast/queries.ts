import { query } from '#src/lib/api/query.ts'
import { getPodcast } from './contract.ts'
import { listMentions } from './library-contract.ts'

/** Fetches the feed with all its episodes, or only the latest `limit`. */
export const getPodcastQuery = (limit?: number) => query(getPodcast, { query: { limit } })

/** Lists the pages that link to an episode and that the viewer may read. */
export const listMentionsQuery = (id: string) => query(listMentions, { params: { id } })
