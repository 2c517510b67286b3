import { apply } from '#src/features/applications/contract.ts'
import { submitApplication } from '#src/features/applications/server/apply.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const POST = handle(apply, submitApplication)
