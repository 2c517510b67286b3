import * as z from 'zod/mini'
import { contract, pageQuery, rawBody, timestamp } from '#src/lib/api/contract.ts'
import { emailAddress, personName } from '#src/lib/api/fields.ts'
import { formatNumber } from '#src/lib/text/format-number.ts'
import { user } from './contract.ts'

/** Largest list, in bytes and in people. */
export const LIST_BYTES = 2 * 1024 * 1024
export const LIST_ROWS = 5_000
/** Most columns of a list; what stands behind them is not looked at. */
export const LIST_COLUMNS = 100
/** How many invitations leave in a minute, so that no mail server takes them for a flood. */
export const MAILS_A_MINUTE = 50

/** What a column can be, and what it is called. */
export const FIELDS = {
	email: 'E-mail address',
	name: 'Name',
	firstName: 'First name',
	lastName: 'Last name',
	phoneNumber: 'Phone',
	firmName: 'Firm',
	practiceAreas: 'Practice areas',
	yearsOfExperience: 'Years of experience',
} as const
export type Field = keyof typeof FIELDS

const at = z.optional(
	z.coerce
		.number('Choose a column')
		.check(z.int('Choose a column'), z.gte(0, 'Choose a column'), z.lt(LIST_COLUMNS, 'Choose a column')),
)
/** Which column has what, counted from zero. Without any of them the headings decide. */
const columns = {
	...{ email: at, name: at, firstName: at, lastName: at },
	...{ phoneNumber: at, firmName: at, practiceAreas: at, yearsOfExperience: at },
}

const asked = z.object({
	...columns,
	/** Whether those are invited, too, of whom the list says that they asked for no mail or that none arrives. */
	withMarked: z.optional(z.enum(['true', 'false'], 'Use true or false')),
})

const LIST_ERRORS = {
	unreadable: [400, 'This list cannot be read. Save it as CSV and try again.'],
	unclosed: [400, 'A quotation mark in this list is never closed, so it cannot be told where a person ends.'],
	empty: [400, 'There is nobody in this list. Its first line must be the headings.'],
	noHeadings: [400, 'The first line of this list is a person already. Put headings above it, such as Name,Email.'],
	tooLong: [400, `A list may have at most ${formatNumber(LIST_ROWS)} people. Please split it.`],
} as const

const sent = { body: rawBody, bodyLimit: LIST_BYTES, takes: ['text/csv'] } as const

const counts = z.object({ fresh: z.number(), members: z.number(), faulty: z.number() })

/** One line of a list, as a dry run sees it. */
export const listedPerson = z.object({
	/** As spreadsheets count, with what stands above the headings. */
	line: z.number(),
	state: z.enum(['new', 'member', 'faulty']),
	name: z.string(),
	email: z.string(),
	/** Why it is faulty; '' where it is not. */
	fault: z.string(),
})
export type ListedPerson = z.output<typeof listedPerson>

/** How many lines a dry run shows: those with faults first. */
export const SHOWN_ROWS = 200

/** Looks at a list and says what would happen. Nothing is kept. */
export const checkImport = contract({
	method: 'POST',
	path: '/api/admin/user-imports/check',
	access: 'admin',
	query: asked,
	...sent,
	response: z.object({
		headings: z.array(z.string()),
		columns: z.partialRecord(z.enum(Object.keys(FIELDS) as Field[]), z.number()),
		counts,
		/** Who could be invited, but the list says that they asked for no mail or that none arrives. */
		marked: z.number(),
		/** How many names were made from the address, because the list has none. */
		named: z.number(),
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
	/** So far. Of one that was cancelled: whose invitation had left, or was just leaving. */
	invited: z.number(),
	members: z.number(),
	faulty: z.number(),
	waiting: z.number(),
	/** When the last invitation written so far leaves. */
	mailsUntil: timestamp,
	/** Whether invitations of it have still to leave. */
	mailsWait: z.boolean(),
	/** From when on nobody else is invited; what had left by then stays good. Null where it was not cancelled. */
	cancelledAt: z.nullable(timestamp),
	/** Null also where it stopped because who gave it is no admin any more. */
	cancelledByName: z.nullable(z.string()),
})
export type UserImport = z.output<typeof userImport>

/** Said where somebody is invited and no mail can leave. */
export const NO_INVITATION = 'This site cannot send e-mails at the moment, so it cannot invite anybody.'
const NO_MAIL = [503, NO_INVITATION] as const
const NOT_ADMIN = [403, 'You do not have permission to do this'] as const

/** Invites everybody of a list who is no member yet. A job does it; twice the same list invites nobody twice. */
export const createImport = contract({
	method: 'POST',
	path: '/api/admin/user-imports',
	access: 'admin',
	query: asked,
	...sent,
	response: userImport,
	status: 201,
	errors: {
		...LIST_ERRORS,
		nobody: [409, 'Nobody in this list can be invited: all are members already, or have a fault.'],
		noMail: NO_MAIL,
		notAdmin: NOT_ADMIN,
	},
})

const UNKNOWN = [404, 'This list is not there any more'] as const

/** The lists of the last month, newest first. */
export const listImports = contract({
	method: 'GET',
	path: '/api/admin/user-imports',
	access: 'admin',
	query: z.object({ ...pageQuery }),
	response: z.array(userImport),
})

/** How far a list is. */
export const getImport = contract({
	method: 'GET',
	path: '/api/admin/user-imports/:id',
	access: 'admin',
	params: z.object({ id: z.string() }),
	response: userImport,
	errors: { unknown: UNKNOWN },
})

/**
 * Invites nobody else of a list. Invitations that have left stay good; those that wait are taken back with their
 * accounts, unless somebody has done something to one. A job does it.
 */
export const cancelImport = contract({
	method: 'POST',
	path: '/api/admin/user-imports/:id/cancel',
	access: 'admin',
	params: z.object({ id: z.string() }),
	response: userImport,
	errors: {
		unknown: UNKNOWN,
		over: [409, 'There is nothing left to cancel: all invitations of this list have left, or it was cancelled before.'],
		notAdmin: NOT_ADMIN,
	},
})

/** What became of everybody in a list, as CSV to save. */
export const exportImport = contract({
	method: 'GET',
	path: '/api/admin/user-imports/:id/report',
	access: 'admin',
	params: z.object({ id: z.string() }),
	response: z.string(),
	produces: 'text/csv; charset=utf-8',
	errors: { unknown: UNKNOWN },
})

/** Invites one person. They choose their password by the link of the mail; nobody else ever has one. */
export const inviteUser = contract({
	method: 'POST',
	path: '/api/admin/invitations',
	access: 'admin',
	body: z.object({
		name: personName(2, 'Name must be at least 2 characters'),
		email: emailAddress('Invalid email address'),
	}),
	response: user,
	status: 201,
	errors: { taken: [409, 'Another account uses this e-mail address'], noMail: NO_MAIL, notAdmin: NOT_ADMIN },
})
