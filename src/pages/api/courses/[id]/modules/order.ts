import { handle } from '#src/app/handle.ts'
import { orderModules } from '#src/features/modules/contract.ts'
import { reorderModules } from '#src/features/modules/server/service.ts'

export const prerender = false
export const PUT = handle(orderModules, reorderModules)
