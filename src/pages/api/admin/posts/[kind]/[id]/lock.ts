import { lockPost } from '#src/features/moderation/contract.ts'
import { setPostLock } from '#src/features/moderation/server/service.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const PUT = handle(lockPost, setPostLock)
