import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/users/import-contract.ts'
import * as imports from '#src/features/users/server/imports.ts'

export const prerender = false
export const POST = handle(contracts.cancelImport, imports.cancelImport)
