import { handle } from '#src/app/handle.ts'
import { suggestMembers } from '#src/features/questions/contract.ts'
import { readSuggestions } from '#src/features/questions/server/questions.ts'

export const prerender = false
export const GET = handle(suggestMembers, readSuggestions)
