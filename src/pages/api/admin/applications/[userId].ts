import { handle } from '#src/app/handle.ts'
import { decideApplication } from '#src/features/applications/contract.ts'
import { decide } from '#src/features/applications/server/decisions.ts'

export const prerender = false
export const PUT = handle(decideApplication, decide)
