import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/podcast/library-admin-contract.ts'
import * as library from '#src/features/podcast/server/library-episodes.ts'

export const prerender = false
export const GET = handle(contracts.listLibraryEpisodes, library.listLibraryEpisodes)
