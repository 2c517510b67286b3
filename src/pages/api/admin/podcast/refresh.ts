import { handle } from '#src/app/handle.ts'
import { refreshPodcast } from '#src/features/podcast/contract.ts'
import { answerRefresh } from '#src/features/podcast/server/service.ts'

export const prerender = false
export const POST = handle(refreshPodcast, answerRefresh)
