import { handle } from '#src/app/handle.ts'
import { createComment, listComments } from '#src/features/questions/contract.ts'
import { addComment, readComments } from '#src/features/questions/server/comments.ts'

export const prerender = false
export const GET = handle(listComments, readComments)
export const POST = handle(createComment, addComment)
