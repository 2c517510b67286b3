import { handle } from '#src/app/handle.ts'
import { deleteComment, updateComment } from '#src/features/questions/contract.ts'
import { editComment, removeComment } from '#src/features/questions/server/comments.ts'

export const prerender = false
export const PATCH = handle(updateComment, editComment)
export const DELETE = handle(deleteComment, removeComment)
