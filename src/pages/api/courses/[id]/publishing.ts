import { handle } from '#src/app/handle.ts'
import { getPublishing } from '#src/features/courses/contract.ts'
import { readPublishing } from '#src/features/courses/server/publishing.ts'

export const prerender = false
export const GET = handle(getPublishing, readPublishing)
