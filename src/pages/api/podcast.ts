import { getPodcast } from '#src/features/podcast/contract.ts'
import { answerPodcast } from '#src/features/podcast/server/service.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const GET = handle(getPodcast, answerPodcast)
