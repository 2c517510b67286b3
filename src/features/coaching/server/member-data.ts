import { eq } from 'drizzle-orm'
import { calendarDownloads, calendarSubscriptions, coachingSessions, coachingTopics } from '#db/schema/coaching.ts'
import { type MemberRows, memberRecords, ownData } from '#src/platform/member-data.ts'

const topics: MemberRows = {
	table: coachingTopics,
	owner: coachingTopics.userId,
	joins: [[coachingSessions, eq(coachingSessions.id, coachingTopics.sessionId)]],
}

/** A member's topics, and whether they have a calendar URL. Only the hash of the URL is stored. */
export const coachingData = [
	ownData({
		...topics,
		name: 'coachingTopics',
		title: 'Coaching topics',
		about: 'Topics you suggested for coaching sessions.',
		cursor: coachingTopics.id,
		fields: {
			id: coachingTopics.id,
			sessionId: coachingTopics.sessionId,
			session: coachingSessions.title,
			scheduledAt: coachingSessions.scheduledAt,
			topic: coachingTopics.topic,
			createdAt: coachingTopics.createdAt,
			editedAt: coachingTopics.editedAt,
		},
	}),
	ownData({
		table: calendarSubscriptions,
		owner: calendarSubscriptions.userId,
		name: 'calendarAddress',
		title: 'Calendar link',
		about: 'Whether you have a private calendar link, and since when.',
		cursor: calendarSubscriptions.userId,
		fields: { createdAt: calendarSubscriptions.createdAt },
	}),
	ownData({
		table: calendarDownloads,
		owner: calendarDownloads.userId,
		name: 'calendarDownload',
		title: 'Calendar download',
		about: 'When you first downloaded a session for your calendar.',
		cursor: calendarDownloads.userId,
		fields: { createdAt: calendarDownloads.createdAt },
	}),
]

/** A member's suggested topics with their sessions, in time order. */
export const topicRecords = memberRecords({
	...topics,
	fields: {
		at: coachingTopics.createdAt,
		title: coachingSessions.title,
		text: coachingTopics.topic,
		cancelledAt: coachingSessions.cancelledAt,
		scheduledAt: coachingSessions.scheduledAt,
	},
	toRecord: ({ cancelledAt, scheduledAt, ...record }) => ({
		...record,
		facts: [cancelledAt ? 'Session deleted' : scheduledAt.getTime() < Date.now() ? 'Past session' : 'Upcoming session'],
		href: '/admin/coaching',
	}),
})
