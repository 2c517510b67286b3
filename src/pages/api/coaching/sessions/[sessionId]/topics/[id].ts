import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/coaching/contract.ts'
import * as topics from '#src/features/coaching/server/topics.ts'

export const prerender = false
export const PATCH = handle(contracts.updateTopic, topics.updateTopic)
export const DELETE = handle(contracts.deleteTopic, topics.deleteTopic)
