import { decideApplication } from '#src/features/applications/contract.ts'
import { decide } from '#src/features/applications/server/decisions.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const PUT = handle(decideApplication, decide)
