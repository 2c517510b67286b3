import { listPosts } from '#src/features/moderation/contract.ts'
import { readPosts } from '#src/features/moderation/server/service.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const GET = handle(listPosts, readPosts)
