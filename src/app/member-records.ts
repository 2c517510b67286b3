import { decideApplication, findDecision } from '#src/features/applications/server/decisions.ts'
import { auditRecords } from '#src/features/audit/server/member-data.ts'
import { topicRecords } from '#src/features/coaching/server/member-data.ts'
import { courseRecords } from '#src/features/courses/server/member-data.ts'
import { commentRecords } from '#src/features/discussion/server/member-data.ts'
import { journalRecords, quizRecords } from '#src/features/modules/server/member-data.ts'
import { answerRecords, questionRecords } from '#src/features/questions/server/member-data.ts'
import { memberServices } from '#src/features/users/server/members.ts'
import { auditActionTitles, auditValueNames } from './audit-actions.ts'

export const { findMember, getMember, listMemberRecords, changeUsers } = memberServices({
	records: {
		...{ courses: courseRecords, quizzes: quizRecords, journals: journalRecords },
		...{ questions: questionRecords, answers: answerRecords, comments: commentRecords },
		...{ topics: topicRecords, history: auditRecords(auditActionTitles, auditValueNames) },
	},
	findDecision,
	approve: (userId, context) =>
		decideApplication({ params: { userId }, query: {}, body: { action: 'approve' } }, context),
})
