import { handle } from '#src/app/handle.ts'
import { deleteComment, pinComment } from '#src/features/discussion/contract.ts'
import { removeComment, setPinned } from '#src/features/discussion/server/service.ts'

export const prerender = false
export const PATCH = handle(pinComment, setPinned)
export const DELETE = handle(deleteComment, removeComment)
