import { query } from '#src/lib/api/query.ts'
import { getPodcast } from './contract.ts'
import { listMentions } from './library-contract.ts'

/** The feed with its episodes; only the latest `limit` where one is given. */
export const getPodcastQuery = (limit?: number) => query(getPodcast, { query: { limit } })

/** Who links an episode, of what the reader may have. */
export const listMentionsQuery = (id: string) => query(listMentions, { params: { id } })
