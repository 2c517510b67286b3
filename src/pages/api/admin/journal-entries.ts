import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/modules/journal-contract.ts'
import * as modules from '#src/features/modules/server/journals.ts'

export const prerender = false
export const GET = handle(contracts.listWaitingJournals, modules.listWaitingJournals)
