import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/discussion/contract.ts'
import * as discussion from '#src/features/discussion/server/service.ts'

export const prerender = false
export const GET = handle(contracts.listReplies, discussion.listReplies)
