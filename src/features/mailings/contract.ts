import * as z from 'zod/mini'
import { contract, pageQuery, timestamp } from '#src/lib/api/contract.ts'
import { idempotencyKeyAsId, savedBefore } from '#src/lib/api/fields.ts'
import { changedMeanwhile, versionField } from '#src/lib/api/version.ts'
import { NO_MAIL } from '#src/lib/forms/no-mail.ts'
import { oneLine } from '#src/lib/one-line.ts'

/** Maximum length of the text, in characters of HTML. */
export const MAX_CONTENT = 60_000

const notFound = [404, 'This email no longer exists'] as const
/** Errors for a mailing that is not a draft. */
export const noDraft = {
	onItsWay: [409, 'This email is already being sent and cannot be changed'],
	isOver: [409, 'This email was sent or cancelled and cannot be changed'],
} as const
const NO_SUBJECT = 'Subject must be at least 3 characters'
const NO_CONTENT = 'Write something to your members'

const textFields = {
	subject: z
		.string(NO_SUBJECT)
		.check(oneLine, z.minLength(3, NO_SUBJECT), z.maxLength(150, 'Subject must be at most 150 characters')),
	/** Rich text. Content that an email cannot contain is rejected, or removed if nothing is lost. */
	content: z
		.string(NO_CONTENT)
		.check(
			z.trim(),
			z.minLength(1, NO_CONTENT),
			z.maxLength(MAX_CONTENT, 'The text must be at most 60,000 characters of HTML, links included'),
		),
}
const contentErrors = {
	empty: [400, NO_CONTENT],
	picture: [400, 'Emails cannot contain pictures or videos. Describe them, or link to a page that shows them.'],
	tooLong: [400, 'The text must be at most 60,000 characters of HTML, links included'],
} as const

/** All active members, those of a course, invited people yet to join, or members not seen for this many days. */
export const AUDIENCES = ['all', 'course', 'invited', 'unseen30', 'unseen60', 'unseen90'] as const
export type AudienceName = (typeof AUDIENCES)[number]

export const START_AUDIENCES = ['all', 'invited', 'unseen30', 'unseen60', 'unseen90'] as const
export type StartAudience = (typeof START_AUDIENCES)[number]

const WHO = 'Choose who gets this email'
const COURSE = 'Choose a course'
const audience = {
	/** `course`: members enrolled in `courseId`. */
	audience: z.enum(AUDIENCES, WHO),
	courseId: z._default(z.nullable(z.string(COURSE).check(z.maxLength(100, COURSE))), null),
}
const hasCourse = z.refine<{ audience: string; courseId: string | null }>(
	({ audience: who, courseId }) => who !== 'course' || Boolean(courseId),
	COURSE,
)

export const states = ['draft', 'scheduled', 'sending', 'stopped', 'sent', 'cancelled'] as const

export const mailing = z.object({
	id: z.string(),
	subject: z.string(),
	content: z.string(),
	audience: z.enum(AUDIENCES),
	courseId: z.nullable(z.string()),
	/** Title of the course, now or when the mailing was sent; null for other audiences or an unknown course. */
	courseTitle: z.nullable(z.string()),
	state: z.enum(states),
	/** Start of a scheduled mailing. */
	sendAt: z.nullable(timestamp),
	startedAt: z.nullable(timestamp),
	endedAt: z.nullable(timestamp),
	/** Number of recipients. Until all of them are queued, the number counted at the time of sending. */
	expected: z.number(),
	sent: z.number(),
	/** Rejected by the mail server. */
	failed: z.number(),
	/** Deactivated, deleted or unsubscribed since the mailing was sent. */
	leftOut: z.number(),
	lastError: z.nullable(z.string()),
	updatedAt: timestamp,
	updatedBy: z.string(),
	/** The version to base a change on. */
	version: z.number(),
})
export type Mailing = z.output<typeof mailing>

export const mailingRow = z.omit(mailing, { content: true })
export type MailingRow = z.output<typeof mailingRow>

export const listMailings = contract('GET /api/admin/mailings', {
	access: 'admin',
	query: z.object({ ...pageQuery }),
	response: z.array(mailingRow),
})

export const starts = ['note', 'course', 'session', 'movedSession', 'cancelledSession'] as const

/** Creates a draft, with the text of a template if one is chosen. */
export const createMailing = contract('POST /api/admin/mailings', {
	access: 'admin',
	body: z.object({
		start: z._default(z.enum(starts, 'Choose a starting point'), 'note'),
		subjectId: z._default(z.nullable(z.string('Choose what it is about').check(z.maxLength(100))), null),
		/** Also mentions the later sessions of the series. */
		isSeries: z._default(z.boolean(), false),
		audience: z._default(z.enum(START_AUDIENCES, WHO), 'all'),
		idempotencyKey: idempotencyKeyAsId,
	}),
	response: mailing,
	status: 201,
	errors: { unknown: [400, 'Choose what it is about'], sentBefore: savedBefore('mail') },
})

export const getMailing = contract('GET /api/admin/mailings/:id', {
	access: 'admin',
	response: mailing,
	errors: { notFound },
})

export const mailingText = z.object({ ...textFields, ...audience }).check(hasCourse)
const BODY_LIMIT = 256 * 1024

export const updateMailing = contract('PUT /api/admin/mailings/:id', {
	access: 'admin',
	body: z.object({ ...textFields, ...audience, ...versionField }).check(hasCourse),
	bodyLimit: BODY_LIMIT,
	response: mailing,
	errors: {
		notFound,
		...noDraft,
		noCourse: [400, COURSE],
		changed: changedMeanwhile('mail'),
		...contentErrors,
	},
	current: mailing,
})

export const deleteMailing = contract('DELETE /api/admin/mailings/:id', {
	access: 'admin',
	errors: { notFound, kept: [409, 'Only drafts can be deleted'] },
})

/** Renders the email as the caller would receive it, from unsaved text. */
export const previewMailing = contract('POST /api/admin/mailings/preview', {
	access: 'admin',
	body: z.object(textFields),
	bodyLimit: BODY_LIMIT,
	response: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
	errors: contentErrors,
})

export const testMailing = contract('POST /api/admin/mailings/test', {
	access: 'admin',
	body: z.object(textFields),
	bodyLimit: BODY_LIMIT,
	response: z.object({ to: z.string() }),
	errors: { ...contentErrors, noMail: NO_MAIL },
})

export const countAudience = contract('GET /api/admin/mailings/audience', {
	access: 'admin',
	query: z.object({ audience: audience.audience, courseId: z.optional(z.string().check(z.maxLength(100))) }),
	response: z.object({
		count: z.number(),
		/** Active members of the audience who have unsubscribed. */
		unsubscribed: z.number(),
	}),
	errors: { noCourse: [400, COURSE] },
})

const WHEN = 'Choose a future time within a year'
const YEAR_MS = 366 * 24 * 60 * 60_000
const isUpcoming = (text: string) => {
	const at = Date.parse(text)
	return at > Date.now() && at < Date.now() + YEAR_MS
}

export const sendMailing = contract('POST /api/admin/mailings/:id/send', {
	access: 'admin',
	body: z.object({
		/** The version that the caller saw, so that another admin's later edit is not sent unseen. */
		version: z.int('This version is unknown. Please reload the page.'),
		/** Null means now. */
		sendAt: z._default(
			z.nullable(z.iso.datetime({ offset: true, error: WHEN }).check(z.refine(isUpcoming, WHEN))),
			null,
		),
	}),
	response: mailing,
	errors: {
		notFound,
		...noDraft,
		changed: changedMeanwhile('mail'),
		nobody: [409, 'No one would get this email. Choose other recipients.'],
		noCourse: [409, 'The course for this email was deleted. Choose other recipients.'],
		unfinished: [409, 'Enter a subject and a text, then save the draft'],
		noMail: NO_MAIL,
		notAdmin: [403, 'You do not have permission to do this'],
	},
	current: mailing,
})

/** Turns a scheduled mailing back into a draft; cancels one that is being sent or was stopped. */
export const cancelMailing = contract('POST /api/admin/mailings/:id/cancel', {
	access: 'admin',
	response: mailing,
	errors: { notFound, over: [409, 'This email is not being sent'] },
})

export const resumeMailing = contract('POST /api/admin/mailings/:id/resume', {
	access: 'admin',
	response: mailing,
	errors: { notFound, notStopped: [409, 'This email is not stopped'], noMail: NO_MAIL },
})

export const failedRecipient = z.object({
	userId: z.string(),
	/** Null after the account was deleted. */
	name: z.nullable(z.string()),
	email: z.nullable(z.string()),
	reason: z.nullable(z.string()),
})
export type FailedRecipient = z.output<typeof failedRecipient>

export const MAX_FAILED = 200

export const listFailedRecipients = contract('GET /api/admin/mailings/:id/failed', {
	access: 'admin',
	response: z.array(failedRecipient),
	errors: { notFound },
})
