import { handle } from '#src/app/handle.ts'
import { suggestTopic } from '#src/features/coaching/contract.ts'
import { addTopic } from '#src/features/coaching/server/sessions.ts'

export const prerender = false
export const POST = handle(suggestTopic, addTopic)
