import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/mailings/contract.ts'
import * as mailings from '#src/features/mailings/server/service.ts'

export const prerender = false
export const GET = handle(contracts.getMailing, mailings.getMailing)
export const PUT = handle(contracts.updateMailing, mailings.updateMailing)
export const DELETE = handle(contracts.deleteMailing, mailings.deleteMailing)
