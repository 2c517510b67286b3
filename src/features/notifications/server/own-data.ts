import { db } from '#db/client.ts'
import { notificationPreferences } from '#db/schema/notifications.ts'
import { ownData } from '#src/platform/own-data.ts'

/** Which mails a member chose. */
export const notificationData = [
	ownData({
		name: 'notificationSettings',
		title: 'Mails you chose',
		about: 'Which mails you want. Nothing here means all of them.',
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
				})
				.from(notificationPreferences)
				.where(where)
				.orderBy(order)
				.limit(limit),
	}),
]
