import { handle } from '#src/app/handle.ts'
import { listJournals } from '#src/features/modules/contract.ts'
import { listEntries } from '#src/features/modules/server/journals.ts'

export const prerender = false
export const GET = handle(listJournals, listEntries)
