import { refreshPodcast } from '#src/features/podcast/contract.ts'
import { answerRefresh } from '#src/features/podcast/server/service.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const POST = handle(refreshPodcast, answerRefresh)
