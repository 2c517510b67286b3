import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/modules/contract.ts'
import * as modules from '#src/features/modules/server/service.ts'

export const prerender = false
export const PUT = handle(contracts.updateModule, modules.updateModule)
export const DELETE = handle(contracts.deleteModule, modules.deleteModule)
