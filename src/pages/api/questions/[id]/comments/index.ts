import { createComment, listComments } from '#src/features/questions/contract.ts'
import { addComment, readComments } from '#src/features/questions/server/comments.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const GET = handle(listComments, readComments)
export const POST = handle(createComment, addComment)
