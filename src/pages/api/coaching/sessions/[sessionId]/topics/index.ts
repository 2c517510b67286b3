import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/coaching/contract.ts'
import * as topics from '#src/features/coaching/server/topics.ts'

export const prerender = false
export const POST = handle(contracts.suggestTopic, topics.suggestTopic)
