import { sendBeacon } from '#src/lib/api/beacon.ts'
import { mutation } from '#src/lib/api/query.ts'
import { list } from '#src/lib/api/query-list.ts'
import { $unread, recountUnread } from '#src/lib/lists/unread.ts'
import { type Preferences, unsubscribe, updatePreferences } from './contract.ts'
import { type Digest, updateDigest, watchCategory } from './digest-contract.ts'
import { listNotifications, readNotifications, type ShownKind } from './notification-contract.ts'

export const updatePreferencesMutation = mutation(updatePreferences, {
	input: (body: Preferences) => ({ body }),
	done: 'Preferences saved',
	failed: ['Failed to save preferences', ''],
})

export const unsubscribeMutation = (token: string) =>
	mutation(unsubscribe, { input: () => ({ params: { token }, body: {} }), fallback: 'Failed to unsubscribe' })

export const PAGE_SIZE = 20

export const listNotificationsQuery = (show: ShownKind | undefined) =>
	list(listNotifications, { query: { limit: PAGE_SIZE, ...(show && { show }) } })

/** Marks all notifications that the reader was shown as read: those that match the filter, up to `until`. */
export const readNotificationsMutation = mutation(readNotifications, {
	input: ({ until, show }: { until: string; show: ShownKind | undefined }) => ({
		body: { all: true as const, until, ...(show && { show }) },
	}),
	failed: ['Failed to mark them as read', ''],
	follows: ({ unread }) => $unread.set(unread),
	refreshes: [listNotifications],
})

/** Marks an opened notification as read, in the background while the page unloads. */
export const noteRead = (id: string, until: string) =>
	sendBeacon(readNotifications, { body: { ids: [id], until } }, true)

export const updateDigestMutation = mutation(updateDigest, {
	input: (body: Digest) => ({ body }),
	done: 'Preferences saved',
	failed: ['Failed to save preferences', ''],
})

export const watchCategoryMutation = mutation(watchCategory, {
	input: ({ id, isWatched }: { id: string; isWatched: boolean }) => ({ params: { id }, body: { isWatched } }),
	done: 'Preferences saved',
	failed: ['Failed to save preferences', ''],
	// Unwatching a category also hides its notifications.
	follows: recountUnread,
})
