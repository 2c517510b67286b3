import * as z from 'zod/mini'
import { applicantAnswer, applicantQuestion } from '#src/features/auth/applicant-record.ts'
import { contract, pageQuery, timestamp } from '#src/lib/api/contract.ts'
import { idempotencyKeyAsId, savedBefore } from '#src/lib/api/fields.ts'
import { changedMeanwhile, versionField } from '#src/lib/api/version.ts'
import { oneLine } from '#src/lib/one-line.ts'
import { LABEL_LIMIT, MAX_LABELS, type MemberStatus, user } from './contract.ts'

const UNKNOWN = [404, 'User not found'] as const
const NOT_ADMIN = [403, 'You do not have permission to do this'] as const

export const member = z.extend(user, {
	membershipGoals: z.nullable(z.string()),
	applicationAnswers: z.array(applicantAnswer),
	applicationQuestions: z.array(applicantQuestion),
	/** Time of the decision on the application, and the admin who made it; null if there was none. */
	decidedAt: z.nullable(timestamp),
	decidedBy: z.nullable(z.string()),
	invitedBy: z.nullable(z.string()),
	/** An admin chose the current password. */
	hasInitialPassword: z.boolean(),
	signIns: z.number(),
	/** End of the lock after too many wrong passwords; null if the account is not locked. */
	lockedUntil: z.nullable(timestamp),
	hasSecondFactor: z.boolean(),
	/** When a requested reset will remove the second factor; null if there is no reset, or its email is waiting. */
	factorResetAt: z.nullable(timestamp),
	/** A reset was requested. Its 24 hours start once the email to the owner is sent. */
	factorResetWaits: z.boolean(),
})
export type Member = z.output<typeof member>

export const getMember = contract('GET /api/admin/users/:id', {
	access: 'admin',
	response: member,
	errors: { unknown: UNKNOWN },
})

/** Kinds of a member's records, in the order of the page. */
export const RECORD_KINDS = [
	'courses',
	'quizzes',
	'journals',
	'questions',
	'answers',
	'comments',
	'topics',
	'history',
] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

export const memberRecord = z.object({
	/** Unique within its kind. */
	row: z.number(),
	at: timestamp,
	title: z.string(),
	text: z.nullable(z.string()),
	facts: z.array(z.string()),
	href: z.nullable(z.string()),
})
export type MemberRecord = z.output<typeof memberRecord>

export const listMemberRecords = contract('GET /api/admin/users/:id/records/:kind', {
	access: 'admin',
	params: z.object({ id: z.string(), kind: z.enum(RECORD_KINDS) }),
	query: z.object({ ...pageQuery }),
	response: z.array(memberRecord),
	errors: { unknown: UNKNOWN },
})

/** Hint below each field that is stored as a note: a note itself, and the reason for a deactivation. */
export const NOTE_HINT = 'Members cannot see notes, but receive them if they request all data stored about them.'

/** Maximum length of a note, in characters. */
export const NOTE_LIMIT = 4_000

export const memberNote = z.object({
	id: z.string(),
	/** Null after its author's account is deleted. */
	authorId: z.nullable(z.string()),
	authorName: z.string(),
	body: z.string(),
	createdAt: timestamp,
	editedAt: z.nullable(timestamp),
	version: z.number(),
})
export type MemberNote = z.output<typeof memberNote>

const noteBody = z
	.string('Write a note')
	.check(
		z.trim(),
		z.minLength(1, 'Write a note'),
		z.maxLength(NOTE_LIMIT, `A note can have at most ${NOTE_LIMIT} characters`),
	)

export const noteForm = z.object({ body: noteBody })

export const listMemberNotes = contract('GET /api/admin/users/:id/notes', {
	access: 'admin',
	query: z.object({ ...pageQuery }),
	response: z.array(memberNote),
	errors: { unknown: UNKNOWN },
})

export const createMemberNote = contract('POST /api/admin/users/:id/notes', {
	access: 'admin',
	body: z.extend(noteForm, { idempotencyKey: idempotencyKeyAsId }),
	response: memberNote,
	status: 201,
	errors: { unknown: UNKNOWN, notAdmin: NOT_ADMIN, sentBefore: savedBefore('note') },
})

const NOTE_UNKNOWN = [404, 'This note no longer exists'] as const

/** Edits a note. Only its author can, because the note shows their name. */
export const updateMemberNote = contract('PUT /api/admin/users/:id/notes/:noteId', {
	access: 'admin',
	body: z.object({ body: noteBody, ...versionField }),
	response: memberNote,
	errors: {
		unknown: NOTE_UNKNOWN,
		notOwn: [403, 'Only the author of a note can edit it'],
		changed: changedMeanwhile('note'),
		notAdmin: NOT_ADMIN,
	},
	current: memberNote,
})

export const deleteMemberNote = contract('DELETE /api/admin/users/:id/notes/:noteId', {
	access: 'admin',
	errors: { unknown: NOTE_UNKNOWN, notAdmin: NOT_ADMIN },
})

/** The error for a link while no email can be sent. */
export const NO_MAIL = 'This site cannot send email right now, so it cannot send a link.'

/** Mails a member a link to set a password, or repeats an invitation. */
export const sendPasswordLink = contract('POST /api/admin/users/:id/password-link', {
	access: 'admin',
	response: z.object({ sent: z.enum(['link', 'invitation']), email: z.string() }),
	errors: {
		unknown: UNKNOWN,
		inactive: [409, 'This account is inactive, so a link would not work. Activate it first.'],
		tooMany: [429, 'Several links were sent to this address in the last hour. Please try again later.'],
		oftenInvited: [429, 'This person was invited several times recently. Please give them a few days to respond.'],
		noMail: [503, NO_MAIL],
		notAdmin: NOT_ADMIN,
	},
})

/** Maximum length of a reason for deactivation, in characters. */
export const REASON_LIMIT = 500
const reason = z
	.string('Enter a reason')
	.check(
		z.trim(),
		z.minLength(1, 'Enter a reason'),
		z.maxLength(REASON_LIMIT, `The reason can have at most ${REASON_LIMIT} characters`),
	)

export const deactivateForm = z.object({ reason })

/** Deactivates an account, ends its sessions and stores the reason as a note. Withdraws an open invitation. */
export const deactivateUser = contract('POST /api/admin/users/:id/deactivate', {
	access: 'admin',
	body: z.object({ reason, ...versionField }),
	response: user,
	errors: {
		unknown: UNKNOWN,
		own: [403, 'You cannot change your own role or status'],
		inactive: [409, 'This account is already inactive'],
		changed: changedMeanwhile('account'),
		notAdmin: NOT_ADMIN,
	},
	current: user,
})

/** How long a suspension lasts, in days. */
export const SUSPENSIONS = { day: 1, week: 7, month: 30 } as const

export const suspendForm = z.object({
	length: z.enum(['day', 'week', 'month'], 'Choose how long'),
	/** Shown to the member. */
	reason,
})

const SUSPENSION_ERRORS = { unknown: UNKNOWN, changed: changedMeanwhile('account'), notAdmin: NOT_ADMIN } as const

/** Suspends a member for a time, and mails them the reason. Their sessions work again afterward. */
export const suspendUser = contract('POST /api/admin/users/:id/suspend', {
	access: 'admin',
	body: z.extend(suspendForm, versionField),
	response: user,
	errors: {
		...SUSPENSION_ERRORS,
		own: [403, 'You cannot suspend your own account'],
		admin: [409, 'An admin cannot be suspended. Make them a regular member first.'],
		inactive: [409, 'This account is inactive: its owner cannot sign in anyway.'],
	},
	current: user,
})

/** Ends a suspension early. */
export const endSuspension = contract('POST /api/admin/users/:id/unsuspend', {
	access: 'admin',
	body: z.object({ ...versionField }),
	response: user,
	errors: { ...SUSPENSION_ERRORS, none: [409, 'This account is no longer suspended'] },
	current: user,
})

/** Makes a regular member a moderator, who can moderate posts but sees no member data; or ends that role. */
export const updateModerator = contract('PUT /api/admin/users/:id/moderator', {
	access: 'admin',
	body: z.object({ isModerator: z.boolean() }),
	response: user,
	errors: { unknown: UNKNOWN, admin: [409, 'An admin can already do everything a moderator can'], notAdmin: NOT_ADMIN },
})

export const BATCH_SIZE = 100

/** Unlocks a member who entered too many wrong passwords. */
export const unlockUser = contract('POST /api/admin/users/:id/unlock', {
	access: 'admin',
	body: z.object({}),
	errors: { unknown: UNKNOWN, notAdmin: NOT_ADMIN },
})

const label = z
	.string('Write a label')
	.check(
		oneLine,
		z.minLength(1, 'Write a label'),
		z.maxLength(LABEL_LIMIT, `A label can have at most ${LABEL_LIMIT} characters`),
	)
const plan = z
	.string('Write a plan')
	.check(oneLine, z.maxLength(LABEL_LIMIT, `A plan can have at most ${LABEL_LIMIT} characters`))

export const updateUserLabels = contract('PUT /api/admin/users/:id/labels', {
	access: 'admin',
	body: z.object({
		labels: z.array(label, 'Write labels').check(z.maxLength(MAX_LABELS, `At most ${MAX_LABELS} labels`)),
		/** Empty if there is no plan. */
		plan,
		...versionField,
	}),
	response: user,
	errors: { unknown: UNKNOWN, changed: changedMeanwhile('account'), notAdmin: NOT_ADMIN },
	current: user,
})

/** Reasons why a person cannot be invited, by status. */
export const CANNOT_INVITE = {
	active: 'This person is already a member.',
	invited: 'This person was invited before. Send the invitation again from their page.',
	applied: 'This person has applied. Approve or reject the application under Applications.',
	deactivated: 'The account of this person is deactivated. Activate it on their page.',
	rejected: 'The application of this person was rejected. Activate the account on their page to let them in.',
} as const satisfies Record<MemberStatus, string>

/** Approves, deactivates or re-invites several accounts independently, and returns the failed ones. */
export const changeUsers = contract('POST /api/admin/users/change', {
	access: 'admin',
	body: z.object({
		action: z.enum(['approve', 'deactivate', 'invite'], 'Choose an action'),
		users: z
			.array(z.object({ id: z.string().check(z.maxLength(100)), ...versionField }), 'Choose at least one account')
			.check(
				z.minLength(1, 'Choose at least one account'),
				z.maxLength(BATCH_SIZE, `At most ${BATCH_SIZE} accounts at a time`),
			),
		/** Required for a deactivation. */
		reason: z.optional(reason),
	}),
	errors: { reason: [400, 'Enter a reason'], noMail: [503, NO_MAIL] },
	response: z.object({
		done: z.number(),
		refused: z.array(z.object({ id: z.string(), name: z.string(), why: z.string() })),
	}),
})
export type UsersChanged = z.output<typeof changeUsers.response>
