import { categoryWatches, digestSettings, notificationPreferences, notifications } from '#db/schema/notifications.ts'
import { ownData } from '#src/platform/member-data.ts'

/** A member's email preferences and notifications. */
export const notificationData = [
	ownData({
		table: notificationPreferences,
		owner: notificationPreferences.userId,
		name: 'notificationSettings',
		title: 'Email settings',
		about: 'The emails you want. No choice made: you get all.',
		cursor: notificationPreferences.userId,
		fields: {
			mentions: notificationPreferences.mentions,
			comments: notificationPreferences.comments,
			reminders: notificationPreferences.reminders,
			feedback: notificationPreferences.feedback,
			news: notificationPreferences.news,
			offers: notificationPreferences.offers,
			deadlines: notificationPreferences.deadlines,
			quotes: notificationPreferences.quotes,
		},
	}),
	ownData({
		table: digestSettings,
		owner: digestSettings.userId,
		name: 'digest',
		title: 'Your digest',
		about: 'How often you get a digest, and when the next one is due. No choice made: one a week.',
		cursor: digestSettings.userId,
		fields: {
			every: digestSettings.every,
			weekday: digestSettings.weekday,
			timeZone: digestSettings.timeZone,
			nextAt: digestSettings.nextAt,
			notifiedUntil: digestSettings.notifiedUntil,
		},
	}),
	ownData({
		table: categoryWatches,
		owner: categoryWatches.userId,
		name: 'watchedCategories',
		title: 'Categories you watch',
		about: 'You are notified of each new question in these.',
		cursor: categoryWatches.categoryId,
		fields: { categoryId: categoryWatches.categoryId },
	}),
	ownData({
		table: notifications,
		owner: notifications.userId,
		name: 'notifications',
		title: 'Notifications',
		about: 'Your notifications: the kind, the end of the address, and when you read them.',
		cursor: notifications.groupKey,
		fields: {
			id: notifications.groupKey,
			kind: notifications.kind,
			subjectId: notifications.subjectId,
			change: notifications.change,
			createdAt: notifications.createdAt,
			updatedAt: notifications.updatedAt,
			readAt: notifications.readAt,
		},
	}),
]
