import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/media/contract.ts'
import * as media from '#src/features/media/server/service.ts'

export const prerender = false
export const GET = handle(contracts.getMediaFile, media.getMediaFile)
