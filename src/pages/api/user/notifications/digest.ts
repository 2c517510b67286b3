import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/notifications/digest-contract.ts'
import * as settings from '#src/features/notifications/server/digest-settings.ts'

export const prerender = false
export const GET = handle(contracts.getDigest, settings.getDigest)
export const PUT = handle(contracts.updateDigest, settings.updateDigest)
