import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/notifications/contract.ts'
import { withOneClick } from '#src/features/notifications/server/one-click.ts'
import * as notifications from '#src/features/notifications/server/service.ts'

export const prerender = false
export const GET = handle(contracts.openUnsubscribe, notifications.openUnsubscribe)
export const POST = withOneClick(handle(contracts.unsubscribe, notifications.unsubscribe))
