import { handle } from '#src/app/handle.ts'
import { deleteModule, updateModule } from '#src/features/modules/contract.ts'
import { changeModule, removeModule } from '#src/features/modules/server/service.ts'

export const prerender = false
export const PUT = handle(updateModule, changeModule)
export const DELETE = handle(deleteModule, removeModule)
