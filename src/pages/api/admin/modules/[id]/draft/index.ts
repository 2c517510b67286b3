import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/modules/draft-contract.ts'
import * as drafts from '#src/features/modules/server/drafts.ts'

export const prerender = false
export const PUT = handle(contracts.updateDraft, drafts.updateDraft)
export const DELETE = handle(contracts.deleteDraft, drafts.deleteDraft)
