import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/modules/journal-contract.ts'
import * as modules from '#src/features/modules/server/learning.ts'

export const prerender = false
export const GET = handle(contracts.getJournal, modules.getJournal)
export const POST = handle(contracts.saveJournal, modules.saveJournal)
