import { handle } from '#src/app/handle.ts'
import { endOtherSignIns, listSignIns } from '#src/features/account/contract.ts'
import { endOthers, readSignIns } from '#src/features/account/server/service.ts'

export const prerender = false
export const GET = handle(listSignIns, readSignIns)
export const DELETE = handle(endOtherSignIns, endOthers)
