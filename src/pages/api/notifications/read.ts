import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/notifications/notification-contract.ts'
import * as notifications from '#src/features/notifications/server/notification-list.ts'

export const prerender = false
export const POST = handle(contracts.readNotifications, notifications.readNotifications)
