import { suggestTopic } from '#src/features/coaching/contract.ts'
import { addTopic } from '#src/features/coaching/server/sessions.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const POST = handle(suggestTopic, addTopic)
