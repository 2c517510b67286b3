import { db } from '#db/client.ts'
import { applicationDecisions } from '#db/schema/applications.ts'
import { ownData } from '#src/platform/own-data.ts'

/** The decision on the member's application. */
export const applicationData = [
	ownData({
		name: 'applicationDecision',
		title: 'Decision about your application',
		about: 'The decision on your application, and its date.',
		table: applicationDecisions,
		owner: applicationDecisions.userId,
		cursor: applicationDecisions.userId,
		read: (where, order, limit) =>
			db()
				.select({
					cursor: applicationDecisions.userId,
					decision: applicationDecisions.decision,
					decidedAt: applicationDecisions.decidedAt,
				})
				.from(applicationDecisions)
				.where(where)
				.orderBy(order)
				.limit(limit),
	}),
]
