import { handle } from '#src/app/handle.ts'
import { createModule, getModules } from '#src/features/modules/contract.ts'
import { addModule, listModules } from '#src/features/modules/server/service.ts'

export const prerender = false
export const GET = handle(getModules, listModules)
export const POST = handle(createModule, addModule)
