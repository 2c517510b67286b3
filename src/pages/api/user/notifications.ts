import { handle } from '#src/app/handle.ts'
import { getPreferences, updatePreferences } from '#src/features/notifications/contract.ts'
import { changePreferences, readPreferences } from '#src/features/notifications/server/service.ts'

export const prerender = false
export const GET = handle(getPreferences, readPreferences)
export const PUT = handle(updatePreferences, changePreferences)
