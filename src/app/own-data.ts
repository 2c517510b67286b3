import { accountData } from '#src/features/account/server/member-data.ts'
import { ownDataServices } from '#src/features/account/server/own-data.ts'
import { applicationData } from '#src/features/applications/server/member-data.ts'
import { attendanceData } from '#src/features/attendance/server/member-data.ts'
import { auditData } from '#src/features/audit/server/member-data.ts'
import { authData } from '#src/features/auth/server/member-data.ts'
import { cleData } from '#src/features/cle/server/member-data.ts'
import { coachingData } from '#src/features/coaching/server/member-data.ts'
import { courseData } from '#src/features/courses/server/member-data.ts'
import { discussionData } from '#src/features/discussion/server/member-data.ts'
import { duesData } from '#src/features/dues/server/member-data.ts'
import { reportData } from '#src/features/moderation/server/member-data.ts'
import { moduleData } from '#src/features/modules/server/member-data.ts'
import { notificationData } from '#src/features/notifications/server/member-data.ts'
import { listeningData } from '#src/features/podcast/server/player/listening.ts'
import { questionData } from '#src/features/questions/server/member-data.ts'
import { securityData } from '#src/features/security/server/member-data.ts'
import type { OwnData } from '#src/platform/member-data.ts'

/** All stored personal data of a member, in display order. */
export const ownDataKinds: readonly OwnData[] = [
	...authData,
	...accountData,
	...securityData,
	...applicationData,
	...duesData,
	...courseData,
	...moduleData,
	...discussionData,
	...questionData,
	...coachingData,
	...cleData,
	...attendanceData,
	...listeningData,
	...notificationData,
	...reportData,
	...auditData,
]

export const { getUserData, getUserDataPage } = ownDataServices(ownDataKinds)

/**
 * Tables or columns that name a person but are not exported, each with the reason. A test walks the schema and fails
 * for everything that is neither in `ownDataKinds` nor here.
 */
export const excluded: Readonly<Record<string, string>> = {
	password_resets: 'One-time links, stored as hashes for at most an hour.',
	unsubscribe_tokens: 'Unsubscribe links, stored as hashes; the mail settings they change are exported.',
	pending_notices: 'Comments by others, stored for a few minutes until a mail is sent.',
	notification_rounds: 'Pending notifications of other members, stored until they are delivered.',
	'notifications.mail_at': 'When the mail about the notification is due, minutes later.',
	'notifications.since_seq': 'Number of the first new comment, which follows from the subject.',
	question_offers: 'Questions the member was asked about in the last week, to limit mails; notifications are exported.',
	user_search_rows: 'Search index of accounts; the indexed values are exported with the account.',
	member_notes:
		'Notes that admins write for each other. Members with a legal right to see them ask the club (docs/decisions).',
	member_imports: 'Lists of people to invite, deleted within a month; an invited person’s account has the same data.',
	member_import_rows: 'Rows of such a list; the account has the same data.',
	'users.reminders': 'How often the club repeated an invitation; the invited person has the mails.',
	'users.invited_by': 'Another person’s name.',
	'users.email_key': 'The email address again, in lower case.',
	'users.password_hash': 'A secret: anyone with the file could guess passwords offline.',
	'auth_sessions.id': 'Hash of a session token.',
	'email_changes.id': 'Hash of the token in a link.',
	'auth_sessions.second_factor_at': 'When a second factor was entered; whether one is set up is exported.',
	'totp_secrets.sealed': 'A secret: the key of the app.',
	'totp_secrets.last_step': 'Number of the last used code.',
	'recovery_codes.hash': 'Hash of a code.',
	'passkeys.id': 'Id of a key, for the browser.',
	'passkeys.public_key': 'Proves nothing alone, and is useless elsewhere.',
	'passkeys.counter': 'Number of uses, to notice a copy.',
	'passkeys.transports': 'How a browser reaches the key.',
	'trusted_devices.device_hash': 'Hash of a cookie.',
	pre_sessions: 'Steps of a sign-in, stored for minutes.',
	factor_resets: 'Pending for a day; the mail about it and the audit entries are exported.',
	'calendar_subscriptions.token_hash': 'Hash of a calendar token.',
	'application_decisions.id': 'Internal id.',
	'application_decisions.decided_by': 'Another person’s name.',
	'audit.actor_id': 'The member, or another person.',
	'audit.actor_name': 'The member’s name, or another person’s.',
	'audit.subject_type': 'The account itself.',
	'audit.id': 'Internal id.',
	'dues_payments.recorded_by': 'Another person’s name.',
	'attendances.seed': 'Determines the codes that were not asked for yet.',
	'attendances.sequence': 'Number of the last report of the player.',
	'attendances.spare_ms': 'Extra time allowed for the next report.',
	cle_uploads: 'Work of the club for a board; the audit entries of the person who did it are exported.',
	'questions.category_id': 'The name of the category is exported.',
	'questions.group_id': 'Follows from the category.',
	'questions.offered_at': 'When other members were asked about it.',
	'questions.send_key': 'Idempotency key.',
	'question_comments.send_key': 'Idempotency key.',
	'coaching_topics.send_key': 'Idempotency key.',
	'question_comments.seq': 'Number in the search index, which follows from the id.',
	'comments.send_key': 'Idempotency key.',
	'questions.seq': 'Number in the search index, which follows from the id.',
	'questions.answer_count': 'Number of visible comments, by anybody.',
	'questions.last_activity_at': 'Time of the newest comment, by anybody.',
	'questions.joined_words': 'A copy of the question’s words, for search.',
	'question_comments.joined_words': 'A copy of the comment’s words, for search.',
	cle_rules: 'Written for the club; the audit entries of the person who added a version are exported.',
	cle_notices: 'Which mails about last days were sent; the last days follow from the admissions.',
	'media.sha256': 'Hash of the file, which is in the download of the credits.',
	'media.files': 'Where the bytes are stored.',
	'media.unused_since': 'When the cleanup may remove a file without a credit.',
	'media.created_by': 'The member’s name.',
	'media.created_by_id': 'The member, or another person who uploaded a file of the club.',
	mailings: 'Written by the club; the author’s audit entries are exported, and recipients have the mail.',
	settings: 'Belong to the club; the audit entries of the person who changed them are exported.',
}
