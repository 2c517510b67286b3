import { handle } from '#src/app/handle.ts'
import { lockPost } from '#src/features/moderation/contract.ts'
import { setPostLock } from '#src/features/moderation/server/service.ts'

export const prerender = false
export const PUT = handle(lockPost, setPostLock)
