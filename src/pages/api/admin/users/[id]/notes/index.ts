import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/users/member-contract.ts'
import * as notes from '#src/features/users/server/notes.ts'

export const prerender = false
export const GET = handle(contracts.listMemberNotes, notes.listMemberNotes)
export const POST = handle(contracts.createMemberNote, notes.createMemberNote)
