import { handle } from '#src/app/handle.ts'
import { getComments, postComment } from '#src/features/discussion/contract.ts'
import { addComment, listComments } from '#src/features/discussion/server/service.ts'

export const prerender = false
export const GET = handle(getComments, listComments)
export const POST = handle(postComment, addComment)
