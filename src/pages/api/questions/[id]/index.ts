import { handle } from '#src/app/handle.ts'
import { deleteQuestion, getQuestion, updateQuestion } from '#src/features/questions/contract.ts'
import { editQuestion, readQuestion, removeQuestion } from '#src/features/questions/server/questions.ts'

export const prerender = false
export const GET = handle(getQuestion, readQuestion)
export const PATCH = handle(updateQuestion, editQuestion)
export const DELETE = handle(deleteQuestion, removeQuestion)
