import { eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { coachingSessions, coachingTopics } from '#db/schema/coaching.ts'
import { memberRecords, rowNumber } from '#src/platform/member-records.ts'

/** A member's suggested topics with their sessions, by time. */
export const topicRecords = memberRecords({
	table: coachingTopics,
	owner: coachingTopics.userId,
	async read(where, order, limit) {
		const rows = await db()
			.select({
				row: rowNumber(coachingTopics),
				at: coachingTopics.createdAt,
				title: coachingSessions.title,
				text: coachingTopics.topic,
				cancelledAt: coachingSessions.cancelledAt,
				scheduledAt: coachingSessions.scheduledAt,
			})
			.from(coachingTopics)
			.innerJoin(coachingSessions, eq(coachingSessions.id, coachingTopics.sessionId))
			.where(where)
			.orderBy(order)
			.limit(limit)
		const now = Date.now()
		return rows.map(({ cancelledAt, scheduledAt, ...each }) => ({
			...each,
			facts: [cancelledAt ? 'Session deleted' : scheduledAt.getTime() < now ? 'Past session' : 'Upcoming session'],
			href: '/admin/coaching',
		}))
	},
})
