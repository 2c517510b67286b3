import { handle } from '#src/app/handle.ts'
import { getReplies } from '#src/features/discussion/contract.ts'
import { listReplies } from '#src/features/discussion/server/service.ts'

export const prerender = false
export const GET = handle(getReplies, listReplies)
