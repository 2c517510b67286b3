import { eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { calendarSubscriptions, coachingSessions, coachingTopics } from '#db/schema/coaching.ts'
import { ownData } from '#src/platform/own-data.ts'

/** A member's topics, and whether they have a calendar address. Only the hash of the address is stored. */
export const coachingData = [
	ownData({
		name: 'coachingTopics',
		title: 'Coaching topics',
		about: 'Topics you suggested for coaching sessions.',
		table: coachingTopics,
		owner: coachingTopics.userId,
		cursor: coachingTopics.id,
		read: (where, order, limit) =>
			db()
				.select({
					cursor: coachingTopics.id,
					id: coachingTopics.id,
					sessionId: coachingTopics.sessionId,
					session: coachingSessions.title,
					scheduledAt: coachingSessions.scheduledAt,
					topic: coachingTopics.topic,
					createdAt: coachingTopics.createdAt,
					editedAt: coachingTopics.editedAt,
				})
				.from(coachingTopics)
				.innerJoin(coachingSessions, eq(coachingSessions.id, coachingTopics.sessionId))
				.where(where)
				.orderBy(order)
				.limit(limit),
	}),
	ownData({
		name: 'calendarAddress',
		title: 'Calendar link',
		about: 'Whether you have a private calendar link, and since when.',
		table: calendarSubscriptions,
		owner: calendarSubscriptions.userId,
		cursor: calendarSubscriptions.userId,
		read: (where, order, limit) =>
			db()
				.select({ cursor: calendarSubscriptions.userId, createdAt: calendarSubscriptions.createdAt })
				.from(calendarSubscriptions)
				.where(where)
				.orderBy(order)
				.limit(limit),
	}),
]
