import {
	getUnread,
	listNotifications,
	type Notification,
	readNotifications,
	type ShownKind,
} from '#src/features/notifications/notification-contract.ts'
import { sentenceOf } from '#src/features/notifications/notification-text.ts'
import { callApi, type Principal } from './api/api.ts'

/** Fetches notifications, optionally of one kind. */
export const notified = async (as: Principal, show?: ShownKind) =>
	(await callApi(listNotifications, { as, query: show ? { show } : {} })).json as Notification[]

/** Fetches notifications as sentences. */
export const sentences = async (as: Principal) => (await notified(as)).map(sentenceOf)

/** Fetches the unread count of the bell. */
export const unread = async (as: Principal) => ((await callApi(getUnread, { as })).json as { unread: number }).unread

export const readAll = (as: Principal) => callApi(readNotifications, { as, body: { all: true } })
