import { listJournals } from '#src/features/modules/contract.ts'
import { listEntries } from '#src/features/modules/server/journals.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const GET = handle(listJournals, listEntries)
