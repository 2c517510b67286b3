import { db } from '#db/client.ts'
import { categoryWatches, digestSettings, notificationPreferences, notifications } from '#db/schema/notifications.ts'
import { ownData } from '#src/platform/own-data.ts'

/** A member's mail preferences and notifications. */
export const notificationData = [
	ownData({
		name: 'notificationSettings',
		title: 'Email settings',
		about: 'The emails you want. No choice made: you get all.',
		table: notificationPreferences,
		owner: notificationPreferences.userId,
		cursor: notificationPreferences.userId,
		read: (where, order, limit) =>
			db()
				.select({
					cursor: notificationPreferences.userId,
					mentions: notificationPreferences.mentions,
					comments: notificationPreferences.comments,
					reminders: notificationPreferences.reminders,
					feedback: notificationPreferences.feedback,
					news: notificationPreferences.news,
					quotes: notificationPreferences.quotes,
				})
				.from(notificationPreferences)
				.where(where)
				.orderBy(order)
				.limit(limit),
	}),
	ownData({
		name: 'digest',
		title: 'Your digest',
		about: 'How often you get a digest, and when the next one is due. No choice made: you get none.',
		table: digestSettings,
		owner: digestSettings.userId,
		cursor: digestSettings.userId,
		read: (where, order, limit) =>
			db()
				.select({
					cursor: digestSettings.userId,
					every: digestSettings.every,
					weekday: digestSettings.weekday,
					timeZone: digestSettings.timeZone,
					nextAt: digestSettings.nextAt,
					notifiedUntil: digestSettings.notifiedUntil,
				})
				.from(digestSettings)
				.where(where)
				.orderBy(order)
				.limit(limit),
	}),
	ownData({
		name: 'watchedCategories',
		title: 'Categories you watch',
		about: 'You are notified of each new question in these.',
		table: categoryWatches,
		owner: categoryWatches.userId,
		cursor: categoryWatches.categoryId,
		read: (where, order, limit) =>
			db()
				.select({ cursor: categoryWatches.categoryId, categoryId: categoryWatches.categoryId })
				.from(categoryWatches)
				.where(where)
				.orderBy(order)
				.limit(limit),
	}),
	ownData({
		name: 'notifications',
		title: 'Notifications',
		about: 'Your notifications: the kind, the end of the address, and when you read them.',
		table: notifications,
		owner: notifications.userId,
		cursor: notifications.groupKey,
		read: (where, order, limit) =>
			db()
				.select({
					cursor: notifications.groupKey,
					id: notifications.groupKey,
					kind: notifications.kind,
					subjectId: notifications.subjectId,
					change: notifications.change,
					createdAt: notifications.createdAt,
					updatedAt: notifications.updatedAt,
					readAt: notifications.readAt,
				})
				.from(notifications)
				.where(where)
				.orderBy(order)
				.limit(limit),
	}),
]
