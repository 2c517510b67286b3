import { handle } from '#src/app/handle.ts'
import { getJournal, saveJournal } from '#src/features/modules/contract.ts'
import { readJournal, writeJournal } from '#src/features/modules/server/learning.ts'

export const prerender = false
export const GET = handle(getJournal, readJournal)
export const POST = handle(saveJournal, writeJournal)
