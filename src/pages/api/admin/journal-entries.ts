import { handle } from '#src/app/handle.ts'
import { listWaitingJournals } from '#src/features/modules/contract.ts'
import { listWaitingEntries } from '#src/features/modules/server/journals.ts'

export const prerender = false
export const GET = handle(listWaitingJournals, listWaitingEntries)
