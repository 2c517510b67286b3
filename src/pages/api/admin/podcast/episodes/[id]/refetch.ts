import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/podcast/library-admin-contract.ts'
import * as library from '#src/features/podcast/server/library-admin.ts'

export const prerender = false
export const POST = handle(contracts.refetchEpisode, library.refetchEpisode)
