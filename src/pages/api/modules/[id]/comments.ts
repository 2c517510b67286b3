import { getComments, postComment } from '#src/features/discussion/contract.ts'
import { addComment, listComments } from '#src/features/discussion/server/service.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const GET = handle(getComments, listComments)
export const POST = handle(postComment, addComment)
