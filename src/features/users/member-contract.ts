import * as z from 'zod/mini'
import { contract, pageQuery, timestamp } from '#src/lib/api/contract.ts'
import { idempotencyKeyAsId, savedBefore } from '#src/lib/api/fields.ts'
import { changedMeanwhile, versionField } from '#src/lib/api/version.ts'
import { user } from './contract.ts'

const params = z.object({ id: z.string() })
const UNKNOWN = [404, 'User not found'] as const
const NOT_ADMIN = [403, 'You do not have permission to do this'] as const

/** A person as the page about them shows them: the account, with all that was typed into the application. */
export const member = z.extend(user, {
	membershipGoals: z.nullable(z.string()),
	/** Who decided about the application, and when; null where nobody did. */
	decidedAt: z.nullable(timestamp),
	decidedBy: z.nullable(z.string()),
	/** Who invited them; null where nobody did. */
	invitedBy: z.nullable(z.string()),
	/** Somebody else chose their password, and it is still that. */
	hasInitialPassword: z.boolean(),
	/** With how many browsers they are signed in. */
	signIns: z.number(),
})
export type Member = z.output<typeof member>

export const getMember = contract({
	method: 'GET',
	path: '/api/admin/users/:id',
	access: 'admin',
	params,
	response: member,
	errors: { unknown: UNKNOWN },
})

/** What is listed of a member, in the order of the page. */
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
	/** Tells it apart within its kind. */
	row: z.number(),
	at: timestamp,
	title: z.string(),
	text: z.nullable(z.string()),
	facts: z.array(z.string()),
	href: z.nullable(z.string()),
})
export type MemberRecord = z.output<typeof memberRecord>

/** What a member did or has, of one kind, newest first. */
export const listMemberRecords = contract({
	method: 'GET',
	path: '/api/admin/users/:id/records/:kind',
	access: 'admin',
	params: z.object({ id: z.string(), kind: z.enum(RECORD_KINDS) }),
	query: z.object({ ...pageQuery }),
	response: z.array(memberRecord),
	errors: { unknown: UNKNOWN },
})

/** Said below each field whose text becomes a note: of a note, and of the reason of a deactivation. */
export const NOTE_HINT = 'Members do not see notes here, but get them if they ask for all that is kept about them.'

/** Longest note, in characters. */
export const NOTE_LIMIT = 4_000

export const memberNote = z.object({
	id: z.string(),
	/** Null once the account of its author is deleted. */
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
		z.maxLength(NOTE_LIMIT, `A note has at most ${NOTE_LIMIT} characters`),
	)

/** What an admin types to note something. */
export const noteForm = z.object({ body: noteBody })

/** What admins noted about a member, newest first. */
export const listMemberNotes = contract({
	method: 'GET',
	path: '/api/admin/users/:id/notes',
	access: 'admin',
	params,
	query: z.object({ ...pageQuery }),
	response: z.array(memberNote),
	errors: { unknown: UNKNOWN },
})

export const createMemberNote = contract({
	method: 'POST',
	path: '/api/admin/users/:id/notes',
	access: 'admin',
	params,
	body: z.extend(noteForm, { idempotencyKey: idempotencyKeyAsId }),
	response: memberNote,
	status: 201,
	errors: { unknown: UNKNOWN, notAdmin: NOT_ADMIN, sentBefore: savedBefore('note') },
})

const noteParams = z.object({ id: z.string(), noteId: z.string() })
const NOTE_UNKNOWN = [404, 'This note is not there any more'] as const

/** Its author alone edits a note: it stands under their name. */
export const updateMemberNote = contract({
	method: 'PUT',
	path: '/api/admin/users/:id/notes/:noteId',
	access: 'admin',
	params: noteParams,
	body: z.object({ body: noteBody, ...versionField }),
	response: memberNote,
	errors: {
		unknown: NOTE_UNKNOWN,
		notOwn: [403, 'Only who wrote a note can edit it'],
		changed: changedMeanwhile('note'),
		notAdmin: NOT_ADMIN,
	},
	current: memberNote,
})

export const deleteMemberNote = contract({
	method: 'DELETE',
	path: '/api/admin/users/:id/notes/:noteId',
	access: 'admin',
	params: noteParams,
	errors: { unknown: NOTE_UNKNOWN, notAdmin: NOT_ADMIN },
})

/** Said where a link is asked for and no mail can leave. */
export const NO_MAIL = 'This site cannot send e-mails at the moment, so it cannot send a link.'

/** Mails a link by which a member sets a password, or an invitation once more. */
export const sendPasswordLink = contract({
	method: 'POST',
	path: '/api/admin/users/:id/password-link',
	access: 'admin',
	params,
	response: z.object({ sent: z.enum(['link', 'invitation']), email: z.string() }),
	errors: {
		unknown: UNKNOWN,
		inactive: [409, 'This account is not active, so a link would not work. Activate it first.'],
		tooMany: [429, 'Several links were sent to this address within the hour. Please wait a little.'],
		oftenInvited: [429, 'This person was invited several times lately. Please give them some days to answer.'],
		noMail: [503, NO_MAIL],
		notAdmin: NOT_ADMIN,
	},
})

/** Longest reason of a deactivation, in characters. */
export const REASON_LIMIT = 500
const reason = z
	.string('Say why')
	.check(
		z.trim(),
		z.minLength(1, 'Say why'),
		z.maxLength(REASON_LIMIT, `The reason has at most ${REASON_LIMIT} characters`),
	)

/** What an admin types to deactivate somebody. */
export const deactivateForm = z.object({ reason })

/** Deactivates an account, ends its sign-ins, and keeps why among the notes. An invitation is withdrawn by it. */
export const deactivateUser = contract({
	method: 'POST',
	path: '/api/admin/users/:id/deactivate',
	access: 'admin',
	params,
	body: z.object({ reason, ...versionField }),
	response: user,
	errors: {
		unknown: UNKNOWN,
		own: [403, 'You cannot change your own role or status'],
		inactive: [409, 'This account is not active already'],
		changed: changedMeanwhile('account'),
		notAdmin: NOT_ADMIN,
	},
	current: user,
})

/** Most accounts that are changed in one go. */
export const AT_ONCE = 100

/** Approves or deactivates several accounts: each by itself, and what cannot be done is said by name. */
export const changeUsers = contract({
	method: 'POST',
	path: '/api/admin/users/change',
	access: 'admin',
	body: z.object({
		action: z.enum(['approve', 'deactivate'], 'Choose what to do'),
		users: z
			.array(z.object({ id: z.string().check(z.maxLength(100)), ...versionField }), 'Choose somebody')
			.check(z.minLength(1, 'Choose somebody'), z.maxLength(AT_ONCE, `At most ${AT_ONCE} accounts in one go`)),
		/** Asked for where they are deactivated. */
		reason: z.optional(reason),
	}),
	response: z.object({
		done: z.number(),
		refused: z.array(z.object({ id: z.string(), name: z.string(), why: z.string() })),
	}),
	errors: { reason: [400, 'Say why'] },
})
export type UsersChanged = z.output<typeof changeUsers.response>
