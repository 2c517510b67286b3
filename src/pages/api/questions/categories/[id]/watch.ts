import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/notifications/digest-contract.ts'
import * as settings from '#src/features/notifications/server/digest-settings.ts'

export const prerender = false
export const PUT = handle(contracts.watchCategory, settings.watchCategory)
