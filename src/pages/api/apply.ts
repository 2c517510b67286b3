import { handle } from '#src/app/handle.ts'
import { apply } from '#src/features/applications/contract.ts'
import { submitApplication } from '#src/features/applications/server/apply.ts'

export const prerender = false
export const POST = handle(apply, submitApplication)
