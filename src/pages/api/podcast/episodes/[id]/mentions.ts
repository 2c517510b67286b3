import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/podcast/library-contract.ts'
import * as mentions from '#src/features/podcast/server/episode-mentions.ts'

export const prerender = false
export const GET = handle(contracts.listMentions, mentions.listMentions)
