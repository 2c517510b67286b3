import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/mailings/contract.ts'
import * as mailings from '#src/features/mailings/server/service.ts'

export const prerender = false
export const GET = handle(contracts.listMailings, mailings.listMailings)
export const POST = handle(contracts.createMailing, mailings.createMailing)
