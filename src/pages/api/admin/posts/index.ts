import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/moderation/contract.ts'
import * as moderation from '#src/features/moderation/server/service.ts'

export const prerender = false
export const GET = handle(contracts.listPosts, moderation.listPosts)
