import { orderModules } from '#src/features/modules/contract.ts'
import { reorderModules } from '#src/features/modules/server/service.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const PUT = handle(orderModules, reorderModules)
