import { handle } from '#src/app/handle.ts'
import { getPodcast } from '#src/features/podcast/contract.ts'
import { answerPodcast } from '#src/features/podcast/server/service.ts'

export const prerender = false
export const GET = handle(getPodcast, answerPodcast)
