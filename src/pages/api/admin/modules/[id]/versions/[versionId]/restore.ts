import { handle } from '#src/app/handle.ts'
import * as versions from '#src/features/modules/server/module-versions.ts'
import * as contracts from '#src/features/modules/version-contract.ts'

export const prerender = false
export const POST = handle(contracts.restoreModuleVersion, versions.restoreModuleVersion)
