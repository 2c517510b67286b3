import { handle, handleAll } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import * as digestContracts from '../digest-contract.ts'
import * as notificationContracts from '../notification-contract.ts'
import * as digestSettings from './digest-settings.ts'
import * as notificationList from './notification-list.ts'
import { withOneClick } from './one-click.ts'
import * as service from './service.ts'

const { unsubscribe, ...others } = service

export const endpoints = [
	...handleAll(contracts, others),
	...handleAll(digestContracts, digestSettings),
	...handleAll(notificationContracts, notificationList),
	withOneClick(handle(contracts.unsubscribe, unsubscribe)),
]
