import { getReplies } from '#src/features/discussion/contract.ts'
import { listReplies } from '#src/features/discussion/server/service.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const GET = handle(getReplies, listReplies)
