import { suggestMembers } from '#src/features/questions/contract.ts'
import { readSuggestions } from '#src/features/questions/server/questions.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const GET = handle(suggestMembers, readSuggestions)
