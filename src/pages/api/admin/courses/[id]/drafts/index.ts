import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/modules/draft-contract.ts'
import * as drafts from '#src/features/modules/server/drafts.ts'

export const prerender = false
export const GET = handle(contracts.listDrafts, drafts.listDrafts)
export const POST = handle(contracts.createDraft, drafts.createDraft)
