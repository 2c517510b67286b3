import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/podcast/library-admin-contract.ts'
import * as links from '#src/features/podcast/server/episode-links.ts'

export const prerender = false
export const PUT = handle(contracts.saveEpisodeLinks, links.saveEpisodeLinks)
