import * as z from 'zod/mini'
import { MAX_REMINDERS, REMINDER_DAYS } from '#src/features/auth/invitation-contract.ts'
import { contract, pageQuery, rawBody, timestamp } from '#src/lib/api/contract.ts'
import { emailAddress, personName } from '#src/lib/api/fields.ts'
import { formatNumber } from '#src/lib/text/format-number.ts'
import { MEMBER_STATUSES, user } from './contract.ts'
import { CANNOT_INVITE } from './member-contract.ts'

/** Maximum size of a list, in bytes and in people. */
export const LIST_BYTES = 2 * 1024 * 1024
export const LIST_ROWS = 5_000
/** Maximum number of columns; further columns are ignored. */
export const LIST_COLUMNS = 100
/** Invitations per minute, to stay below mail servers' spam limits. */
export const MAILS_PER_MINUTE = 50

/** Possible meanings of a column, with labels. */
export const FIELDS = {
	email: 'Email address',
	name: 'Name',
	firstName: 'First name',
	lastName: 'Last name',
	phoneNumber: 'Phone',
	firmName: 'Firm',
	practiceAreas: 'Practice areas',
	yearsOfExperience: 'Years of experience',
	joinedAt: 'Joined',
	labels: 'Labels',
	plan: 'Plan',
	paidThrough: 'Paid until',
	complimentary: 'Complimentary',
	customerId: 'Stripe customer',
} as const
/** Fields that only clubs with dues use. */
export const DUES_FIELDS: readonly Field[] = ['paidThrough', 'complimentary', 'customerId']
export type Field = keyof typeof FIELDS

const columnIndex = z.optional(
	z.coerce
		.number('Choose a column')
		.check(z.int('Choose a column'), z.gte(0, 'Choose a column'), z.lt(LIST_COLUMNS, 'Choose a column')),
)
/** Zero-based column indexes by meaning. By default, they are derived from the headings. */
const columns = {
	...{ email: columnIndex, name: columnIndex, firstName: columnIndex, lastName: columnIndex },
	...{ phoneNumber: columnIndex, firmName: columnIndex, practiceAreas: columnIndex, yearsOfExperience: columnIndex },
	...{ joinedAt: columnIndex, labels: columnIndex, plan: columnIndex },
	...{ paidThrough: columnIndex, complimentary: columnIndex, customerId: columnIndex },
}

const listOptions = z.object({
	...columns,
	/** Also invites people whom the list marks as unsubscribed or undeliverable. */
	withMarked: z.optional(z.enum(['true', 'false'], 'Use true or false')),
})

const COURSES_ERROR = 'Choose courses and how many of their modules are done'
/** Maximum number of courses given with a list. */
export const MAX_COURSES = 20
/** Courses given with a list, each with how many of its first modules are already done: `id:3,other:0`. */
const givenCourses = z.optional(
	z.string(COURSES_ERROR).check(
		z.maxLength(MAX_COURSES * 50, COURSES_ERROR),
		z.refine((text) => text.split(',').every((course) => /^[\w-]{1,40}:\d{1,3}$/.test(course)), COURSES_ERROR),
	),
)

const LIST_ERRORS = {
	unreadable: [400, 'This list cannot be read. Save it as CSV and try again.'],
	unclosed: [400, 'This list has a quotation mark that is never closed. Fix it and try again.'],
	empty: [400, 'This list is empty. Its first line must be the headings.'],
	noHeadings: [400, 'This list has no headings. Add a first line such as Name,Email.'],
	tooLong: [400, `A list can have at most ${formatNumber(LIST_ROWS)} people. Please split it.`],
} as const

const listUpload = { body: rawBody, bodyLimit: LIST_BYTES, takes: ['text/csv'] } as const

const counts = z.object({
	fresh: z.number(),
	/** People who already have an account, counted by status. */
	members: z.number(),
	known: z.record(z.enum(MEMBER_STATUSES), z.number()),
	faulty: z.number(),
})

export const listedPerson = z.object({
	/** Line number as in a spreadsheet, including lines above the headings. */
	line: z.number(),
	state: z.enum(['new', 'member', 'faulty']),
	/** Status of a person with an account; null if there is none. */
	memberStatus: z.nullable(z.enum(MEMBER_STATUSES)),
	name: z.string(),
	email: z.string(),
	/** The error that prevents the invitation; '' if there is none. */
	fault: z.string(),
})
export type ListedPerson = z.output<typeof listedPerson>

/** Maximum number of people shown in a dry run, faulty ones first. */
export const SHOWN_ROWS = 200

/** Checks a list and returns the result that importing it would have. Stores nothing. */
export const checkImport = contract('POST /api/admin/user-imports/check', {
	access: 'admin',
	query: listOptions,
	...listUpload,
	response: z.object({
		headings: z.array(z.string()),
		columns: z.partialRecord(z.enum(Object.keys(FIELDS) as Field[]), z.number()),
		counts,
		/** Number of people marked as unsubscribed or undeliverable who could otherwise be invited. */
		marked: z.number(),
		/** Number of people without a name in the list, whose name is derived from the email address. */
		named: z.number(),
		/** Number of people whose join date cannot be read. */
		undated: z.number(),
		/** Number of people on the list who can be reminded of their invitation now. */
		due: z.number(),
		/**
		 * People who get a membership, and people whose plan the club does not have; null while the club collects no dues.
		 */
		dues: z.nullable(z.object({ members: z.number(), otherPlan: z.number() })),
		rows: z.array(listedPerson),
	}),
	errors: LIST_ERRORS,
})
export type DryRun = z.output<typeof checkImport.response>

export const userImport = z.object({
	id: z.string(),
	state: z.enum(['loading', 'running', 'done']),
	createdByName: z.string(),
	createdAt: timestamp,
	finishedAt: z.nullable(timestamp),
	rowCount: z.number(),
	/** Invited so far. For a canceled list: the invitations already sent or in progress. */
	invited: z.number(),
	members: z.number(),
	faulty: z.number(),
	waiting: z.number(),
	/** Of the invited people: those who joined, those with an open invitation, and those who can be reminded now. */
	come: z.number(),
	open: z.number(),
	due: z.number(),
	/** When the next person can be reminded; null if there is none, or one can be reminded now. */
	dueAt: z.nullable(timestamp),
	/** When the last invitation or reminder queued so far will be sent. */
	mailsUntil: timestamp,
	/** Whether any of the list's invitations is not sent yet. */
	mailsWait: z.boolean(),
	/** When inviting stopped; earlier invitations stay valid. Null if not canceled. */
	cancelledAt: z.nullable(timestamp),
	/** Also null if it stopped because its creator is no longer an admin. */
	cancelledByName: z.nullable(z.string()),
})
export type UserImport = z.output<typeof userImport>

/** The error for an invitation while no email can be sent. */
export const NO_INVITATION = 'This site cannot send email right now, so it cannot send invitations.'
const NO_MAIL = [503, NO_INVITATION] as const
const NOT_ADMIN = [403, 'You do not have permission to do this'] as const

/**
 * Starts a job that invites everyone on a list who has no account. Idempotent: uploading a list again invites no one
 * twice.
 */
export const createImport = contract('POST /api/admin/user-imports', {
	access: 'admin',
	query: z.extend(listOptions, { courses: givenCourses }),
	...listUpload,
	response: userImport,
	status: 201,
	errors: {
		...LIST_ERRORS,
		noCourse: [400, 'A chosen course no longer exists, or has fewer modules now. Choose the courses again.'],
		nobody: [409, 'Nobody on this list can be invited: they are already members or have errors.'],
		noMail: NO_MAIL,
		notAdmin: NOT_ADMIN,
	},
})

const UNKNOWN = [404, 'This list no longer exists'] as const

/** Lists the imports of the last month, newest first. */
export const listImports = contract('GET /api/admin/user-imports', {
	access: 'admin',
	query: z.object({ ...pageQuery }),
	response: z.array(userImport),
})

export const getImport = contract('GET /api/admin/user-imports/:id', {
	access: 'admin',
	response: userImport,
	errors: { unknown: UNKNOWN },
})

/**
 * Starts a job that withdraws the unsent invitations of a list together with their accounts, except accounts that an
 * admin has changed since. Sent invitations stay valid.
 */
export const cancelImport = contract('POST /api/admin/user-imports/:id/cancel', {
	access: 'admin',
	response: userImport,
	errors: {
		unknown: UNKNOWN,
		over: [409, 'There is nothing to cancel: all invitations were sent, or the list was already cancelled.'],
		notAdmin: NOT_ADMIN,
	},
})

export const exportImport = contract('GET /api/admin/user-imports/:id/report', {
	access: 'admin',
	response: z.string(),
	produces: 'text/csv; charset=utf-8',
	errors: { unknown: UNKNOWN },
})

const reminded = z.object({
	reminded: z.number(),
	/** When the last email will be sent. */
	until: timestamp,
})
const REMINDER_ERRORS = {
	/** The message states when a reminder can be sent again. */
	tooSoon: [409, `They got an email in the last ${REMINDER_DAYS} days.`],
	often: [
		409,
		`Everyone who has not joined was reminded ${MAX_REMINDERS} times. You can still write to them yourself.`,
	],
	nobody: [409, 'There is no one left to remind: everyone has joined, or their invitation was withdrawn.'],
	noMail: NO_MAIL,
	notAdmin: NOT_ADMIN,
} as const

/** Reminds everyone who was invited by a list and has not joined: up to three times, four days apart. */
export const remindImport = contract('POST /api/admin/user-imports/:id/remind', {
	access: 'admin',
	body: z.object({}),
	response: reminded,
	errors: { unknown: UNKNOWN, ...REMINDER_ERRORS },
})

/** Reminds everyone on a list who was invited before, by any list. */
export const remindList = contract('POST /api/admin/user-imports/remind', {
	access: 'admin',
	query: listOptions,
	...listUpload,
	response: reminded,
	errors: { ...LIST_ERRORS, ...REMINDER_ERRORS },
})

/** Invites one person, who chooses a password through the mailed link. No one else knows the password. */
export const inviteUser = contract('POST /api/admin/invitations', {
	access: 'admin',
	body: z.object({
		name: personName(2, 'Name must be at least 2 characters'),
		email: emailAddress('Invalid email address'),
		role: z._default(z.enum(['admin', 'user'], 'Choose a role'), 'user'),
	}),
	response: user,
	status: 201,
	errors: {
		taken: [409, 'Another account uses this email address'],
		member: [409, CANNOT_INVITE.active],
		invited: [409, CANNOT_INVITE.invited],
		applied: [409, CANNOT_INVITE.applied],
		deactivated: [409, CANNOT_INVITE.deactivated],
		rejected: [409, CANNOT_INVITE.rejected],
		noMail: NO_MAIL,
		notAdmin: NOT_ADMIN,
	},
})
