import { handle } from '#src/app/handle.ts'
import { listPosts } from '#src/features/moderation/contract.ts'
import { readPosts } from '#src/features/moderation/server/service.ts'

export const prerender = false
export const GET = handle(listPosts, readPosts)
