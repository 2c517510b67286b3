import { handle } from '#src/app/handle.ts'
import * as copies from '#src/features/modules/server/copy-module.ts'
import * as contracts from '#src/features/modules/version-contract.ts'

export const prerender = false
export const POST = handle(contracts.copyModule, copies.copyModule)
