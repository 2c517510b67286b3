import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/questions/contract.ts'
import * as questions from '#src/features/questions/server/comments.ts'

export const prerender = false
export const PATCH = handle(contracts.updateComment, questions.updateComment)
export const DELETE = handle(contracts.deleteComment, questions.deleteComment)
