import { handle } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import * as digestContracts from '../digest-contract.ts'
import * as notificationContracts from '../notification-contract.ts'
import * as digestSettings from './digest-settings.ts'
import * as notificationList from './notification-list.ts'
import { withOneClick } from './one-click.ts'
import * as service from './service.ts'

export const endpoints = [
	handle(notificationContracts.getUnread, notificationList.getUnread),
	handle(notificationContracts.listNotifications, notificationList.listNotifications),
	handle(notificationContracts.readNotifications, notificationList.readNotifications),
	handle(digestContracts.watchCategory, digestSettings.watchCategory),
	handle(contracts.openUnsubscribe, service.openUnsubscribe),
	withOneClick(handle(contracts.unsubscribe, service.unsubscribe)),
	handle(digestContracts.getDigest, digestSettings.getDigest),
	handle(digestContracts.updateDigest, digestSettings.updateDigest),
	handle(contracts.getPreferences, service.getPreferences),
	handle(contracts.updatePreferences, service.updatePreferences),
]
