import * as z from 'zod/mini'
import { contract, timestamp } from '#src/lib/api/contract.ts'
import { day, lineBetween } from '#src/lib/api/fields.ts'
import { changedMeanwhile, versionField } from '#src/lib/api/version.ts'
import { oneLine } from '#src/lib/one-line.ts'
import { format, ruleSet } from './rules-schema.ts'

// Activities, accreditations, rules and the provider's details, for admins.

export const ACTIVITY_KINDS = ['course', 'module', 'session', 'recording'] as const
const kind = z.enum(ACTIVITY_KINDS, 'Choose what it is')

const CREDITS = 'Enter credits such as 1.5'
/** Hundredths by category. */
const credits = z.record(
	z.string().check(z.maxLength(40)),
	z.int(CREDITS).check(z.gte(0, CREDITS), z.lte(10_000, CREDITS)),
)

const BOARD_NUMBER = 'Enter the number that the board gave'
export const accreditationFields = {
	jurisdiction: z.string('Choose a jurisdiction').check(z.minLength(1, 'Choose a jurisdiction'), z.maxLength(20)),
	number: z
		.string(BOARD_NUMBER)
		.check(oneLine, z.minLength(1, BOARD_NUMBER), z.maxLength(60, 'Number must be at most 60 characters')),
	credits,
	formats: z.array(format).check(z.minLength(1, 'Choose a format'), z.maxLength(10)),
	validFrom: day,
	validTo: z.nullable(day),
	transitional: z.boolean(),
}

export const accreditation = z.object({
	id: z.string(),
	activityId: z.string(),
	...accreditationFields,
	version: z.number(),
})
export type Accreditation = z.output<typeof accreditation>

const MINUTES = 'Enter the minutes of instruction, from 1 to 6,000'
const CODE = 'A spoken code has 4 to 12 letters and digits'
export const activityFields = {
	kind,
	refId: z.string('Choose what it is').check(z.minLength(1, 'Choose what it is'), z.maxLength(100)),
	title: lineBetween('Title', 2, 200),
	minutes: z.int(MINUTES).check(z.gte(1, MINUTES), z.lte(6_000, MINUTES)),
	format,
	/** Minutes by category, used to suggest credits. Null: all in the first category. */
	minutesByCategory: z.nullable(z.record(z.string().check(z.maxLength(40)), z.int(MINUTES).check(z.gte(0, MINUTES)))),
	/** Whether it is offered to members for credit. */
	offered: z.boolean(),
	/** Codes spoken in the recording or session, for cases in which the product cannot display its own codes. */
	spokenCodes: z
		.array(z.string(CODE).check(oneLine, z.toUpperCase(), z.regex(/^[A-Z0-9]{4,12}$/, CODE)))
		.check(z.maxLength(40, 'Use at most 40 codes')),
}

export const activity = z.object({
	id: z.string(),
	...activityFields,
	accreditations: z.array(accreditation),
	/** Number of credits given for it, without voided ones. */
	given: z.number(),
	version: z.number(),
})
export type Activity = z.output<typeof activity>

const activityBody = z.object({
	...activityFields,
	minutesByCategory: z._default(activityFields.minutesByCategory, null),
	offered: z._default(activityFields.offered, true),
	spokenCodes: z._default(activityFields.spokenCodes, []),
})
export type ActivityBody = z.input<typeof activityBody>

const NOT_ADMIN = [403, 'You do not have permission to do this'] as const
const NO_ACTIVITY = [404, 'Activity not found'] as const

/** Lists the activities by title. */
export const listActivities = contract('GET /api/admin/cle/activities', {
	access: 'admin',
	response: z.array(activity),
})

/** Lists the courses, modules, sessions and recordings that are not activities yet. */
export const listActivitySources = contract('GET /api/admin/cle/sources', {
	access: 'admin',
	response: z.array(
		z.object({ kind, refId: z.string(), title: z.string(), /** Null if not known. */ minutes: z.nullable(z.number()) }),
	),
})

export const createActivity = contract('POST /api/admin/cle/activities', {
	access: 'admin',
	status: 201,
	body: activityBody,
	response: activity,
	errors: {
		source: [404, 'This course, module, session or recording no longer exists'],
		taken: [409, 'This is already an activity'],
		notAdmin: NOT_ADMIN,
	},
})

/** `kind` and `refId` cannot change. */
export const updateActivity = contract('PUT /api/admin/cle/activities/:id', {
	access: 'admin',
	body: z.extend(z.omit(activityBody, { kind: true, refId: true }), versionField),
	response: activity,
	errors: { notFound: NO_ACTIVITY, changed: changedMeanwhile('activity') },
	current: activity,
})

/** Deletes an activity that has no attendances or credits. */
export const deleteActivity = contract('DELETE /api/admin/cle/activities/:id', {
	access: 'admin',
	errors: {
		notFound: NO_ACTIVITY,
		used: [409, 'Members have credit for this activity. Stop offering it instead.'],
		attended: [409, 'Members have attended this activity. Stop offering it instead.'],
	},
})

const accreditationBody = z.object({
	...accreditationFields,
	validTo: z._default(accreditationFields.validTo, null),
	transitional: z._default(accreditationFields.transitional, false),
})
export type AccreditationBody = z.input<typeof accreditationBody>

/** Form errors. */
const accreditationErrors = {
	jurisdiction: [400, 'Choose a jurisdiction'],
	/** Example: the server inserts the jurisdiction and the category. */
	category: [400, 'New York has no category of this name'],
	none: [400, 'Enter the credits that the board granted'],
	order: [400, 'The last day is before the first day'],
} as const
const NO_ACCREDITATION = [404, 'Accreditation not found'] as const

/** Returns the whole activity. */
export const createAccreditation = contract('POST /api/admin/cle/activities/:id/accreditations', {
	access: 'admin',
	status: 201,
	body: accreditationBody,
	response: activity,
	errors: { notFound: NO_ACTIVITY, ...accreditationErrors, notAdmin: NOT_ADMIN },
})

export const updateAccreditation = contract('PUT /api/admin/cle/accreditations/:id', {
	access: 'admin',
	body: z.extend(accreditationBody, versionField),
	response: accreditation,
	errors: { notFound: NO_ACCREDITATION, ...accreditationErrors, changed: changedMeanwhile('accreditation') },
	current: accreditation,
})

/** Deletes an accreditation. Credits already given under it stay. */
export const deleteAccreditation = contract('DELETE /api/admin/cle/accreditations/:id', {
	access: 'admin',
	errors: { notFound: NO_ACCREDITATION },
})

/** A value that differs between two versions. */
const difference = z.object({
	/** `requirements.experienced.bias.credits` */
	path: z.string(),
	/** JSON; null if the value is absent. */
	before: z.nullable(z.string()),
	after: z.nullable(z.string()),
})
export type RuleDifference = z.output<typeof difference>

export const ruleVersion = z.object({
	rules: ruleSet,
	checkedBy: z.string(),
	createdAt: timestamp,
	/** Whether this version is in force today. */
	isCurrent: z.boolean(),
	/** Changes from the previous version; empty for the first. */
	differences: z.array(difference),
})
export type RuleVersion = z.output<typeof ruleVersion>

/** Lists every jurisdiction with the version in force today. */
export const listRuleSets = contract('GET /api/admin/cle/rules', {
	access: 'admin',
	response: z.array(
		z.object({
			jurisdiction: z.string(),
			name: z.string(),
			status: z.enum(['verified', 'unchecked']),
			version: z.number(),
			validFrom: day,
			checkedAt: day,
			checkedBy: z.string(),
			versions: z.number(),
			/** Number of members admitted there. */
			members: z.number(),
		}),
	),
})

/** Lists the versions of a jurisdiction, newest first. */
export const listRuleVersions = contract('GET /api/admin/cle/rules/:jurisdiction', {
	access: 'admin',
	response: z.array(ruleVersion),
	errors: { notFound: [404, 'Rules not found'] },
})

/** Adds a version, or the first one of a jurisdiction. Versions never change, so `version` must be the next number. */
export const createRuleVersion = contract('POST /api/admin/cle/rules', {
	access: 'admin',
	status: 201,
	body: ruleSet,
	response: ruleVersion,
	errors: {
		inUse: [409, 'This version is in use. Make a new one.'],
		/** Example: the server inserts the actual inconsistency. */
		inconsistent: [400, 'A requirement names a category that does not exist'],
		next: [400, 'Version numbers cannot skip a number'],
	},
})

const NUMBER = 'Use at most 40 numbers'
export const providerFields = {
	name: z.string().check(oneLine, z.maxLength(120, 'Name must be at most 120 characters')),
	address: z.string().check(z.trim(), z.maxLength(300, 'Address must be at most 300 characters')),
	/** Provider numbers by jurisdiction. */
	numbers: z
		.record(
			z.string().check(z.maxLength(20)),
			z.string().check(oneLine, z.maxLength(60, 'Number must be at most 60 characters')),
		)
		.check(z.refine((numbers) => Object.keys(numbers).length <= 40, NUMBER)),
	signatory: z.string().check(oneLine, z.maxLength(100, 'Signatory must be at most 100 characters')),
	signatoryTitle: z.string().check(oneLine, z.maxLength(100, 'Title must be at most 100 characters')),
}

/** The provider named on certificates. Defaults to the name of the club. */
export const provider = z.object({ ...providerFields, version: z.number() })
export type Provider = z.output<typeof provider>

export const getProvider = contract('GET /api/admin/cle/provider', { access: 'admin', response: provider })

export const updateProvider = contract('PUT /api/admin/cle/provider', {
	access: 'admin',
	body: z.object({ ...providerFields, ...versionField }),
	response: provider,
	errors: { changed: changedMeanwhile('form') },
	current: provider,
})
