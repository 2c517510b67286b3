import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/discussion/contract.ts'
import * as discussion from '#src/features/discussion/server/service.ts'

export const prerender = false
export const PATCH = handle(contracts.pinComment, discussion.pinComment)
export const DELETE = handle(contracts.deleteComment, discussion.deleteComment)
