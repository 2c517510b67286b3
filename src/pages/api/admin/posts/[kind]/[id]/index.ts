import { handle } from '#src/app/handle.ts'
import { deletePost } from '#src/features/moderation/contract.ts'
import { removePost } from '#src/features/moderation/server/service.ts'

export const prerender = false
export const DELETE = handle(deletePost, removePost)
