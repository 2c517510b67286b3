import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/podcast/library-contract.ts'
import * as library from '#src/features/podcast/server/library-service.ts'

export const prerender = false
export const GET = handle(contracts.getEpisode, library.getEpisode)
