import { applicationDecisions } from '#db/schema/applications.ts'
import { ownData } from '#src/platform/member-data.ts'

/** The decision on the member's application. */
export const applicationData = [
	ownData({
		table: applicationDecisions,
		owner: applicationDecisions.userId,
		name: 'applicationDecision',
		title: 'Decision about your application',
		about: 'The decision on your application, its date, and what we added to the email.',
		cursor: applicationDecisions.userId,
		fields: {
			decision: applicationDecisions.decision,
			decidedAt: applicationDecisions.decidedAt,
			message: applicationDecisions.message,
		},
	}),
]
