import { reports } from '#db/schema/reports.ts'
import { ownData } from '#src/platform/member-data.ts'

/** A member's reports of posts. */
export const reportData = [
	ownData({
		table: reports,
		owner: reports.userId,
		name: 'reports',
		title: 'Reports',
		about: 'Posts that you reported. The posts themselves belong to their authors and are not included.',
		cursor: reports.id,
		fields: {
			id: reports.id,
			kind: reports.kind,
			postId: reports.postId,
			reason: reports.reason,
			note: reports.note,
			createdAt: reports.createdAt,
			outcome: reports.outcome,
			resolvedAt: reports.resolvedAt,
		},
	}),
]
