import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/notifications/contract.ts'
import * as notifications from '#src/features/notifications/server/service.ts'

export const prerender = false
export const GET = handle(contracts.getPreferences, notifications.getPreferences)
export const PUT = handle(contracts.updatePreferences, notifications.updatePreferences)
