import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/settings/contract.ts'
import * as settings from '#src/features/settings/server/service.ts'

export const prerender = false
export const GET = handle(contracts.getSettings, settings.getSettings)
export const PUT = handle(contracts.updateSettings, settings.updateSettings)
