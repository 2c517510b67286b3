import * as z from 'zod/mini'
import { contract, rawBody, timestamp } from '#src/lib/api/contract.ts'
import { day, lineBetween } from '#src/lib/api/fields.ts'
import { changedMeanwhile, versionField } from '#src/lib/api/version.ts'
import { oneLine } from '#src/lib/one-line.ts'
import { card, credits, jurisdiction } from './ledger-schema.ts'
import { format, nearDay } from './rules-schema.ts'

// A member's credit ledger. It stays readable after the membership lapses.

/** One card per admission, and the jurisdictions to choose from. */
export const ledger = z.object({
	/** Today in the club's time zone. */
	today: day,
	cards: z.array(card),
	jurisdictions: z.array(jurisdiction),
})
export type Ledger = z.output<typeof ledger>

export const getLedger = contract('GET /api/cle', { access: 'account', response: ledger })

const optionalDay = z._default(z.nullable(nearDay), null)

const MONTH = 'Enter a month such as 2026-03'
const month = z.string(MONTH).check(z.regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/, MONTH))
const NOTE = 'Note must be at most 300 characters'

export const admissionFields = {
	jurisdiction: z.string('Choose a jurisdiction').check(z.minLength(1, 'Choose a jurisdiction'), z.maxLength(20)),
	barNumber: z.string().check(oneLine, z.maxLength(40, 'Bar number must be at most 40 characters')),
	admittedOn: z.string('Enter the date of admission').check(z.trim(), z.maxLength(10, 'Enter the date of admission')),
	birthday: z.nullable(nearDay),
	groupNo: z.nullable(z.int('Choose your compliance group')),
	assignedDay: z.nullable(nearDay),
	cycleKind: z.enum(['experienced', 'newly'], 'Choose whether you are newly admitted'),
	status: z.enum(['active', 'inactive', 'exempt'], 'Choose a status'),
	inactiveMonths: z.array(month).check(z.maxLength(240, 'Enter at most 20 years of months')),
	filings: z.array(z.object({ due: nearDay, filedOn: nearDay })).check(z.maxLength(50, 'Enter at most 50 filings')),
	extensions: z
		.array(z.object({ cycleFrom: nearDay, newDue: nearDay, note: z.string().check(z.trim(), z.maxLength(300, NOTE)) }))
		.check(z.maxLength(20, 'Enter at most 20 extensions')),
}

export const admissionBody = z.object({
	jurisdiction: admissionFields.jurisdiction,
	barNumber: z._default(admissionFields.barNumber, ''),
	admittedOn: z._default(admissionFields.admittedOn, ''),
	/** For New York: determines the last day of the cycle. */
	birthday: optionalDay,
	/** For California: 1 to 3. */
	groupNo: z._default(admissionFields.groupNo, null),
	/** Last day of the current cycle, if the board assigns it. */
	assignedDay: optionalDay,
	cycleKind: z._default(admissionFields.cycleKind, 'experienced'),
	status: z._default(admissionFields.status, 'active'),
	inactiveMonths: z._default(admissionFields.inactiveMonths, []),
	filings: z._default(admissionFields.filings, []),
	extensions: z._default(admissionFields.extensions, []),
})
export type AdmissionBody = z.output<typeof admissionBody>

export const admission = z.object({ id: z.string(), ...admissionFields, version: z.number() })
export type Admission = z.output<typeof admission>

const NO_ADMISSION = [404, 'Admission not found'] as const
/** Form errors. The server inserts the actual jurisdiction into the birthday message. */
export const admissionErrors = {
	jurisdiction: [400, 'Choose a jurisdiction'],
	admittedOn: [400, 'Enter the date of admission'],
	future: [400, 'An admission cannot be in the future'],
	futureFiling: [400, 'A filing cannot be in the future'],
	birthday: [400, 'Enter your birthday: New York counts from it'],
	group: [400, 'Choose your compliance group'],
	assignedDay: [400, 'Enter the last day of your current cycle'],
	taken: [409, 'You already have this admission'],
} as const

export const listAdmissions = contract('GET /api/cle/admissions', { access: 'account', response: z.array(admission) })

export const createAdmission = contract('POST /api/cle/admissions', {
	access: 'member',
	status: 201,
	body: admissionBody,
	response: admission,
	errors: admissionErrors,
})

const { taken: _, ...withoutTaken } = admissionErrors

export const updateAdmission = contract('PUT /api/cle/admissions/:id', {
	access: 'member',
	body: z.extend(admissionBody, versionField),
	response: admission,
	errors: {
		notFound: NO_ADMISSION,
		...withoutTaken,
		/** The jurisdiction cannot change, since credits may have been given under its rules. */
		fixed: [409, 'An admission keeps its jurisdiction. Add another admission instead.'],
		changed: changedMeanwhile('admission'),
	},
	current: admission,
})

/** Deletes an admission and the credits that the member entered for it. */
export const deleteAdmission = contract('DELETE /api/cle/admissions/:id', {
	access: 'member',
	errors: {
		notFound: NO_ADMISSION,
		ours: [409, 'This admission has credits from the club. Set it to inactive instead.'],
	},
})

export const SOURCES = ['ours', 'outside', 'speaking', 'carry'] as const

export const credit = z.object({
	id: z.string(),
	admissionId: z.string(),
	/** First day of the cycle in which it counts; null if there is none. */
	cycleFrom: z.nullable(day),
	/** Moved here from the cycle that contains its date. */
	isMoved: z.boolean(),
	source: z.enum(SOURCES),
	activityId: z.nullable(z.string()),
	title: z.string(),
	provider: z.string(),
	date: day,
	minutes: z.nullable(z.number()),
	format,
	/** Hundredths by category. */
	credits,
	/** Sum of `credits`. */
	total: z.number(),
	approval: z.enum(['own', 'other']),
	/** `Self-reported, not accredited`, or the accreditation. */
	label: z.string(),
	certificateNumber: z.nullable(z.string()),
	/** The uploaded certificate. */
	file: z.nullable(z.object({ name: z.string(), href: z.string() })),
	/** Null unless the credit was voided. */
	voided: z.nullable(z.object({ reason: z.string(), at: timestamp })),
})
export type Credit = z.output<typeof credit>

/** Lists credits, newest date first. */
export const listCredits = contract('GET /api/cle/credits', {
	access: 'account',
	query: z.object({
		admission: z.optional(z.string()),
		/** First day of the cycle; empty for all. */
		cycle: z.optional(z.union([day, z.literal('')])),
	}),
	response: z.array(credit),
	errors: { notFound: NO_ADMISSION },
})

export const MINUTES = 'Enter the minutes, from 1 to 6,000'
export const CREDITS = 'Enter the credits, from 0.25 to 100'
const REASON = 'Enter a reason'
export const MAX_MINUTES = 6_000
export const MAX_CREDITS = 10_000

export const creditFields = {
	admissionId: z.string('Choose an admission').check(z.minLength(1, 'Choose an admission')),
	source: z.enum(['outside', 'speaking', 'carry'], 'Choose what it is for'),
	title: lineBetween('Title', 2, 200),
	provider: lineBetween('Provider', 2, 120),
	date: day,
	minutes: z.nullable(z.int(MINUTES).check(z.gte(1, MINUTES), z.lte(MAX_MINUTES, MINUTES))),
	/** Hundredths, a multiple of the rules' `unitCredits`. */
	credits: z.nullable(z.number(CREDITS).check(z.gt(0, CREDITS), z.lte(MAX_CREDITS, CREDITS))),
	format,
	category: z.string('Choose a category').check(z.minLength(1, 'Choose a category'), z.maxLength(40)),
}

const part = {
	category: creditFields.category,
	minutes: z._default(creditFields.minutes, null),
	credits: z._default(creditFields.credits, null),
}

export const creditBody = z.object({
	admissionId: creditFields.admissionId,
	source: z._default(creditFields.source, 'outside'),
	title: creditFields.title,
	provider: creditFields.provider,
	date: creditFields.date,
	format: creditFields.format,
	/** Either minutes or credits. */
	...part,
	/** Further categories of the same programme. */
	more: z._default(z.array(z.object(part)).check(z.maxLength(10, 'Use at most 10 more categories')), []),
	/** For speaking: the talk was given before. */
	isRepeat: z._default(z.boolean(), false),
	/** For speaking on a panel: minutes spent listening to others. */
	attendedMinutes: z._default(z.int(MINUTES).check(z.gte(0, MINUTES), z.lte(MAX_MINUTES, MINUTES)), 0),
	/** Whether this jurisdiction or another one approved the programme. */
	approval: z._default(z.enum(['own', 'other'], 'Choose who approved the programme'), 'own'),
	/** If another jurisdiction approved it: the member was outside this one. */
	wasAway: z._default(z.boolean(), false),
	mediaId: z._default(z.nullable(z.string().check(z.maxLength(40))), null),
	/** Logs the programme even if it was already logged. */
	force: z._default(z.boolean(), false),
})
export type CreditBody = z.input<typeof creditBody>

const NO_CREDIT = [404, 'Credit not found'] as const
/** Example: the server inserts the days of the cycle. */
const OUTSIDE = [400, 'This date lies outside the cycle (1 Feb 2024 to 29 Mar 2027)'] as const
const NO_CARRY = [409, 'This cycle takes no carry-over'] as const
/** Example: the server inserts the number from the rules. */
const MAX_CARRY = [409, 'At most 6 credits carry over'] as const

export const createCredit = contract('POST /api/cle/credits', {
	access: 'member',
	status: 201,
	body: creditBody,
	response: credit,
	errors: {
		notFound: NO_ADMISSION,
		outside: OUTSIDE,
		/** Example: the server inserts the jurisdiction and its steps. */
		steps: [400, 'New York gives half credits: 1.0, 1.5, 2.0 …'],
		future: [400, 'A programme cannot be in the future'],
		category: [400, 'Choose a category'],
		amount: [400, 'Enter the minutes or the credits'],
		none: [400, 'A programme this short gives no credit'],
		speaking: [400, 'No rule for speaking credit is known for this jurisdiction'],
		/** Example: the server inserts the jurisdiction. */
		away: [400, 'California accepts a course from another state only if you were outside California'],
		file: [400, 'This file no longer exists. Upload it again.'],
		noCarry: NO_CARRY,
		mostCarry: MAX_CARRY,
		logged: [409, 'You have logged this programme already'],
	},
})

export const voidCredit = contract('POST /api/cle/credits/:id/void', {
	access: 'member',
	body: z.object({
		reason: z
			.string(REASON)
			.check(oneLine, z.minLength(1, REASON), z.maxLength(300, 'Reason must be at most 300 characters')),
	}),
	response: credit,
	errors: {
		notFound: NO_CREDIT,
		ours: [409, 'A credit from a certificate of ours cannot be voided. Ask the club.'],
		voided: [409, 'This credit is already void'],
	},
})

/** Moves a credit to another cycle. Returns the moved credit, which has a new id. */
export const moveCredit = contract('POST /api/cle/credits/:id/move', {
	access: 'member',
	body: z.object({ cycleFrom: day }),
	response: credit,
	errors: {
		notFound: NO_CREDIT,
		voided: [409, 'This credit is already void'],
		cycle: [400, 'Choose a cycle'],
		outside: OUTSIDE,
		noCarry: NO_CARRY,
		mostCarry: MAX_CARRY,
	},
})

export const CERTIFICATE_BYTES = 10_000_000
export const CERTIFICATE_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const

/** Uploads a certificate that only the member can read. */
export const uploadCertificate = contract('POST /api/cle/uploads', {
	access: 'member',
	status: 201,
	query: z.object({ name: z._default(z.string().check(oneLine, z.maxLength(200, 'The name is too long')), '') }),
	body: rawBody,
	bodyLimit: CERTIFICATE_BYTES,
	takes: CERTIFICATE_TYPES,
	response: z.object({ mediaId: z.string(), name: z.string(), href: z.string() }),
	errors: {
		unreadable: [400, 'Use a PDF, JPEG or PNG file'],
		tooMany: [429, 'You have uploaded many files in the last hour. Please try again later.'],
		quota: [409, 'The club’s storage is full. Please tell an admin.'],
		ownQuota: [409, 'Your files take up 200 MB, which is the limit. Upload a smaller file.'],
		noRoom: [503, 'The file storage is full. Please try again later.'],
		away: [503, 'The file storage is not responding. Please try again in a few minutes.'],
	},
})

/** Returns the URL of an uploaded certificate, for links. */
export const certificateUrl = (id: string) => `/api/cle/uploads/${id}`

/** Returns an uploaded certificate. Only its owner can read it, even after the membership lapses; admins cannot. */
export const getUpload = contract('GET /api/cle/uploads/:id', {
	access: 'account',
	gives: 'file',
	errors: {
		notFound: [404, 'File not found'],
		away: [503, 'The file storage is not responding. Please try again in a few minutes.'],
	},
})
