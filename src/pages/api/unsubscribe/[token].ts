import { handle } from '#src/app/handle.ts'
import { unsubscribe } from '#src/features/notifications/contract.ts'
import { showUnsubscribePage, withOneClick } from '#src/features/notifications/server/one-click.ts'
import { redeemToken, unsubscribeByToken } from '#src/features/notifications/server/service.ts'

export const prerender = false
export const GET = showUnsubscribePage
export const POST = withOneClick(handle(unsubscribe, unsubscribeByToken), redeemToken)
