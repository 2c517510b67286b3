import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/podcast/contract.ts'
import * as podcast from '#src/features/podcast/server/service.ts'

export const prerender = false
export const POST = handle(contracts.refreshPodcast, podcast.refreshPodcast)
