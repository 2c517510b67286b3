import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { childOf, version } from '../columns.ts'
import { users } from './users.ts'

// Continuing legal education. Days are `YYYY-MM-DD`. Credits are integer hundredths: 150 is 1.5.

/** Formats of an activity. `recorded`: not live, with verified attendance; `self-study`: attendance not verified. */
export const CLE_FORMATS = ['live', 'online', 'recorded', 'self-study', 'in-house'] as const

/** Credits by category of the jurisdiction. */
export type CreditsByCategory = Record<string, number>

/** A version of a jurisdiction's rules. Append-only (triggers), because attendances and certificates refer to it. */
export const cleRules = sqliteTable(
	'cle_rules',
	{
		/** For example `US-NY`. */
		jurisdiction: text('jurisdiction').notNull(),
		version: integer('version').notNull(),
		/** JSON as in `src/features/cle/rules-schema.ts`. */
		json: text('json').notNull(),
		/** First day of validity. If two versions have the same day, the higher version applies. */
		validFrom: text('valid_from').notNull(),
		checkedAt: text('checked_at').notNull(),
		/** Name of the person who checked or wrote this version. */
		checkedBy: text('checked_by').notNull(),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
	},
	(table) => [primaryKey({ columns: [table.jurisdiction, table.version] })],
)

/** A member's admission to a bar. */
export const cleAdmissions = sqliteTable(
	'cle_admissions',
	{
		id: text('id').primaryKey(),
		userId: childOf('user_id', () => users.id),
		jurisdiction: text('jurisdiction').notNull(),
		/** '' if not given. */
		barNumber: text('bar_number').notNull(),
		admittedOn: text('admitted_on').notNull(),
		/** Used only to compute the last day of a cycle; visible only to the member. */
		birthday: text('birthday'),
		/** Compliance group, as defined by the jurisdiction's rules. */
		groupNo: integer('group_no'),
		/** Last day of the cycle, assigned by the board, if the rules require one. */
		assignedDay: text('assigned_day'),
		cycleKind: text('cycle_kind', { enum: ['experienced', 'newly'] }).notNull(),
		status: text('status', { enum: ['active', 'inactive', 'exempt'] }).notNull(),
		/** JSON: months without a duty to earn credits, such as `2026-03`. */
		inactiveMonths: text('inactive_months', { mode: 'json' }).notNull().$type<string[]>(),
		/** JSON: when the registration or report that ends a cycle was filed. */
		filings: text('filings', { mode: 'json' }).notNull().$type<{ due: string; filedOn: string }[]>(),
		/** JSON: extensions of the last day, granted by the board. */
		extensions: text('extensions', { mode: 'json' })
			.notNull()
			.$type<{ cycleFrom: string; newDue: string; note: string }[]>(),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		version: version(),
	},
	(table) => [uniqueIndex('cle_admissions_of_member').on(table.userId, table.jurisdiction)],
)

/**
 * A credit, or the row that voids one. Append-only (triggers); deleted only with its admission. No reference to the
 * account, since the admission has one.
 */
export const cleCredits = sqliteTable(
	'cle_credits',
	{
		/** Sorts by creation. */
		id: text('id').primaryKey(),
		admissionId: childOf('admission_id', () => cleAdmissions.id),
		userId: text('user_id').notNull(),
		/** First day of the cycle that it was moved to; null: the cycle that contains its date. */
		cycleFrom: text('cycle_from'),
		source: text('source', { enum: ['ours', 'outside', 'speaking', 'carry'] }).notNull(),
		/** Only for source `ours`. No reference, because the credit outlives the activity. */
		activityId: text('activity_id'),
		title: text('title').notNull(),
		provider: text('provider').notNull(),
		date: text('date').notNull(),
		/** Null if the member knows only the credits. */
		minutes: integer('minutes'),
		format: text('format', { enum: CLE_FORMATS }).notNull(),
		credits: text('credits', { mode: 'json' }).notNull().$type<CreditsByCategory>(),
		/** `own`: this jurisdiction approved the activity; `other`: another jurisdiction did. */
		approval: text('approval', { enum: ['own', 'other'] }).notNull(),
		/** The board's accreditation number; null: self-reported. */
		accreditation: text('accreditation'),
		/** Number of our certificate, only for source `ours`. */
		certificateNumber: text('certificate_number'),
		/** The uploaded certificate. A trigger records this use of the file in `media_uses`. */
		mediaId: text('media_id'),
		/** Id of the credit that this row voids. Each credit can be voided only once. */
		voidsId: text('voids_id').unique(),
		/** Why it was voided or moved. */
		reason: text('reason').notNull().default(''),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
	},
	(table) => [
		index('cle_credits_of_admission').on(table.admissionId, table.date),
		index('cle_credits_of_member').on(table.userId, table.id),
		index('cle_credits_of_activity').on(table.activityId, table.userId),
		index('cle_credits_by_certificate').on(table.certificateNumber),
	],
)

/** A course, module, session or recording that may give credit. */
export const cleActivities = sqliteTable(
	'cle_activities',
	{
		id: text('id').primaryKey(),
		kind: text('kind', { enum: ['course', 'module', 'session', 'recording'] }).notNull(),
		/** Id of the course, module or session, or of a recording's file. */
		refId: text('ref_id').notNull(),
		title: text('title').notNull(),
		/** Minutes of instruction. */
		minutes: integer('minutes').notNull(),
		format: text('format', { enum: CLE_FORMATS }).notNull(),
		/** JSON: used to propose the credits of an accreditation; null: all minutes in one category. */
		minutesByCategory: text('minutes_by_category', { mode: 'json' }).$type<Record<string, number>>(),
		/** Whether members can attend it for credit. */
		offered: integer('offered', { mode: 'boolean' }).notNull(),
		/** JSON: codes spoken in the recording or session, for cases where the product cannot show its own codes. */
		spokenCodes: text('spoken_codes', { mode: 'json' }).notNull().default([]).$type<string[]>(),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		version: version(),
	},
	(table) => [
		uniqueIndex('cle_activities_by_subject').on(table.kind, table.refId),
		check('cle_activities_minutes', sql`minutes > 0`),
	],
)

/** Credits that a board granted for an activity. They take precedence over computed credits. */
export const cleAccreditations = sqliteTable(
	'cle_accreditations',
	{
		id: text('id').primaryKey(),
		activityId: childOf('activity_id', () => cleActivities.id),
		jurisdiction: text('jurisdiction').notNull(),
		/** The board's number for the course or the provider. */
		number: text('number').notNull(),
		credits: text('credits', { mode: 'json' }).notNull().$type<CreditsByCategory>(),
		/** JSON: formats that the accreditation covers. */
		formats: text('formats', { mode: 'json' }).notNull().$type<(typeof CLE_FORMATS)[number][]>(),
		validFrom: text('valid_from').notNull(),
		/** Last day of validity; null: no end. */
		validTo: text('valid_to'),
		/** New York: also suitable for newly admitted attorneys. */
		transitional: integer('transitional', { mode: 'boolean' }).notNull(),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		version: version(),
	},
	(table) => [
		index('cle_accreditations_of_activity').on(table.activityId),
		index('cle_accreditations_by_jurisdiction').on(table.jurisdiction, table.activityId),
	],
)

/** An email that was sent about the last day of a cycle. The key ensures that each is sent only once. */
export const cleNotices = sqliteTable(
	'cle_notices',
	{
		admissionId: childOf('admission_id', () => cleAdmissions.id),
		/** The last day that the email is about. */
		day: text('day').notNull(),
		/** Days before that day: 90, 60, 30 or 7. */
		daysBefore: integer('days_before').notNull(),
		sentAt: integer('sent_at', { mode: 'timestamp_ms' }).notNull(),
	},
	(table) => [primaryKey({ columns: [table.admissionId, table.day, table.daysBefore] })],
)
