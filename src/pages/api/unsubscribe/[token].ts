import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/notifications/contract.ts'
import { showUnsubscribePage, withOneClick } from '#src/features/notifications/server/one-click.ts'
import * as notifications from '#src/features/notifications/server/service.ts'

export const prerender = false
export const GET = showUnsubscribePage
export const POST = withOneClick(handle(contracts.unsubscribe, notifications.unsubscribe), notifications.redeemToken)
