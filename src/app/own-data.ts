import { ownDataServices } from '#src/features/account/server/own-data.ts'
import { applicationData } from '#src/features/applications/server/member-data.ts'
import { auditData } from '#src/features/audit/server/member-data.ts'
import { authData } from '#src/features/auth/server/member-data.ts'
import { coachingData } from '#src/features/coaching/server/member-data.ts'
import { courseData } from '#src/features/courses/server/member-data.ts'
import { discussionData } from '#src/features/discussion/server/member-data.ts'
import { moduleData } from '#src/features/modules/server/member-data.ts'
import { notificationData } from '#src/features/notifications/server/member-data.ts'
import { listeningData } from '#src/features/podcast/server/player/listening.ts'
import { questionData } from '#src/features/questions/server/member-data.ts'
import type { OwnData } from '#src/platform/member-data.ts'

/** All stored personal data of a member, in display order. */
export const ownDataKinds: readonly OwnData[] = [
	...authData,
	...applicationData,
	...courseData,
	...moduleData,
	...discussionData,
	...questionData,
	...coachingData,
	...listeningData,
	...notificationData,
	...auditData,
]

export const { getUserData, getUserDataPage } = ownDataServices(ownDataKinds)

/**
 * Tables or columns that name a person but are not exported, each with the reason. A test walks the schema and fails
 * for everything that is neither in `ownDataKinds` nor here.
 */
export const excluded: Readonly<Record<string, string>> = {
	password_resets: 'One-time links, stored as hashes for at most an hour.',
	unsubscribe_tokens: 'Links at the foot of mails, kept as hashes; what they switch off is in the settings of mails.',
	pending_notices: 'Comments of others, for the few minutes until a mail tells of them.',
	notification_rounds: 'News on its way to others, for the moment until they are told.',
	'notifications.since_seq': 'A number of the first comment that was new, which follows from the subject.',
	user_search_rows: 'The row of the account in the index of the search; what is indexed is in the account.',
	member_notes:
		'What admins write for one another. Whom a law gives a right to them asks the people who run the club (docs/decisions).',
	member_imports: 'Lists of people to invite, gone within a month; who is invited has an account with the same in it.',
	'users.invited_by': 'Another person’s name.',
	'users.email_key': 'The e-mail address again, in lower case.',
	'users.password_hash': 'A secret: whoever had the file could try passwords on it.',
	'auth_sessions.id': 'The hash of a key that opens the account.',
	'calendar_subscriptions.token_hash': 'The hash of a key that opens the calendar.',
	'application_decisions.id': 'A number of the decision, which names nothing else.',
	'application_decisions.decided_by': 'Another person’s name.',
	'audit.actor_id': 'Another person, where it was not oneself.',
	'audit.actor_name': 'Another person’s name, where it was not one’s own.',
	'audit.subject_type': 'The account itself.',
	'audit.id': 'A number of the entry, which names nothing else.',
	'questions.category_id': 'Its name is there.',
	'questions.group_id': 'Follows from the category.',
	'questions.send_key': 'What kept a question that was sent twice from standing twice.',
	'question_comments.send_key': 'As of a question.',
	'coaching_topics.send_key': 'As of a question.',
	'question_comments.seq': 'A number of the comment in the index, which follows from its id.',
	'questions.seq': 'As of a comment.',
	'questions.joined_words': 'Words of the question once more, for the search.',
	'question_comments.joined_words': 'As of a question.',
	media: 'The club’s, not a person’s; who added what is among what one did.',
	mailings:
		'What the club wrote to many; who wrote it is among what one did, and a mail is in the mailbox of whom it reached.',
	settings: 'The club’s, not a person’s; who changed them is among what one did.',
}
