import { deletePost } from '#src/features/moderation/contract.ts'
import { removePost } from '#src/features/moderation/server/service.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const DELETE = handle(deletePost, removePost)
