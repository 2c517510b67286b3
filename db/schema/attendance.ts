import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { childOf } from '../columns.ts'
import { cleActivities } from './cle.ts'
import { users } from './users.ts'

// Days are `YYYY-MM-DD`, and lengths whole milliseconds.

/** A member's attendance of one activity: what was watched, and which codes were entered. */
export const attendances = sqliteTable(
	'attendances',
	{
		/** Sorts by creation. */
		id: text('id').primaryKey(),
		userId: childOf('user_id', () => users.id),
		activityId: childOf('activity_id', () => cleActivities.id),
		/** `spoken`: by codes that are said in the recording; `live`: a session. */
		mode: text('mode', { enum: ['watch', 'spoken', 'live'] }).notNull(),
		/** `ended`: the activity got another length, a new attendance can be opened. */
		state: text('state', { enum: ['open', 'review', 'complete', 'refused', 'ended'] }).notNull(),
		openedAt: integer('opened_at', { mode: 'timestamp_ms' }).notNull(),
		/** When it left `open` for good. */
		endedAt: integer('ended_at', { mode: 'timestamp_ms' }),
		/** The codes follow from it. */
		seed: text('seed').notNull(),
		lengthMs: integer('length_ms').notNull(),
		/** Fastest playback that counts. */
		maxRate: real('max_rate').notNull(),
		/** JSON: version of the rules by jurisdiction, as on the day of opening. */
		ruleVersions: text('rule_versions').notNull(),
		/** JSON: sorted, disjoint pairs. */
		watched: text('watched').notNull().default('[]'),
		/** Number of the last beat, and its time by our clock. */
		sequence: integer('sequence').notNull().default(0),
		lastBeatAt: integer('last_beat_at', { mode: 'timestamp_ms' }).notNull(),
		/** Time that passed and was not played; negative while the player is ahead. */
		spareMs: integer('spare_ms').notNull().default(0),
		positionMs: integer('position_ms'),
		/** How much was played in a hidden window. */
		hiddenMs: integer('hidden_ms').notNull().default(0),
		/** JSON: what must be watched before each prompt, and when its code was entered. */
		codes: text('codes').notNull().default('[]'),
		wrongTries: integer('wrong_tries').notNull().default(0),
		/** JSON: check-in, sign-out, spoken codes, and minutes by the platform's list. */
		live: text('live').notNull().default('{}'),
		/** JSON: decisions of admins, with their reasons. */
		reviews: text('reviews').notNull().default('[]'),
		/** Client address of the opening, cut to /24 or /48. */
		openedFrom: text('opened_from').notNull(),
		isEvaluated: integer('is_evaluated', { mode: 'boolean' }).notNull().default(false),
		/** The member's zone at the opening, by which the programme is dated; empty: the club's. */
		timeZone: text('time_zone').notNull().default(''),
	},
	(table) => [
		uniqueIndex('attendances_open').on(table.userId, table.activityId).where(sql`${table.state} in ('open', 'review')`),
		index('attendances_by_user').on(table.userId, table.activityId, table.id),
		index('attendances_by_activity').on(table.activityId, table.id),
		index('attendances_by_state').on(table.state, table.id),
	],
)

/**
 * Evidence of a completed attendance, chained by its hashes. Frozen by triggers; emptied when its keeping period is
 * over. No reference to the account: it outlives it.
 */
export const attendanceEvidence = sqliteTable(
	'attendance_evidence',
	{
		sequence: integer('sequence').primaryKey(),
		attendanceId: text('attendance_id').notNull().unique(),
		userId: text('user_id').notNull(),
		activityId: text('activity_id').notNull(),
		/** In the zone of the attendance. */
		completedOn: text('completed_on').notNull(),
		/** Last day on which it must be kept. */
		keptUntil: text('kept_until').notNull(),
		/** Canonical JSON. */
		json: text('json').notNull(),
		/** SHA-256 of the previous hash and the JSON. */
		hash: text('hash').notNull(),
		previousHash: text('previous_hash').notNull().unique(),
	},
	(table) => [
		index('attendance_evidence_by_activity').on(table.activityId, table.completedOn),
		index('attendance_evidence_by_user').on(table.userId),
		index('attendance_evidence_kept').on(table.keptUntil).where(sql`${table.json} <> ''`),
	],
)

/** A certificate. Frozen by triggers, except for its revocation. No reference to the account, as above. */
export const certificates = sqliteTable(
	'certificates',
	{
		number: text('number').primaryKey(),
		attendanceId: text('attendance_id').notNull(),
		userId: text('user_id').notNull(),
		activityId: text('activity_id').notNull(),
		/** Empty for a member without an admission. */
		jurisdiction: text('jurisdiction').notNull(),
		/** JSON of `CertificateRecord`. */
		json: text('json').notNull(),
		completedOn: text('completed_on').notNull(),
		issuedAt: integer('issued_at', { mode: 'timestamp_ms' }).notNull(),
		keptUntil: text('kept_until').notNull(),
		revokedAt: integer('revoked_at', { mode: 'timestamp_ms' }),
		/** Why it was revoked. */
		reason: text('reason'),
		/** Number of the certificate that was issued in its place. */
		replacedBy: text('replaced_by_number'),
	},
	(table) => [
		uniqueIndex('certificates_valid').on(table.attendanceId, table.jurisdiction).where(sql`${table.revokedAt} is null`),
		index('certificates_by_user').on(table.userId, table.completedOn),
		index('certificates_by_day').on(table.jurisdiction, table.completedOn),
		index('certificates_by_issue').on(table.issuedAt, table.number),
		index('certificates_kept').on(table.keptUntil),
	],
)

/** A filled-in evaluation form. Anonymous: nothing leads to the member. */
export const cleEvaluations = sqliteTable(
	'cle_evaluations',
	{
		/** Random. */
		id: text('id').primaryKey(),
		activityId: text('activity_id').notNull(),
		month: text('month').notNull(),
		/** JSON: five numbers from 1 to 5. */
		scores: text('scores').notNull(),
		text: text('text').notNull(),
		keptUntil: text('kept_until').notNull(),
	},
	(table) => [
		index('cle_evaluations_by_activity').on(table.activityId),
		index('cle_evaluations_kept').on(table.keptUntil),
	],
)

/** An upload to a board, which an admin has made for the attendances of a day. */
export const cleUploads = sqliteTable(
	'cle_uploads',
	{
		jurisdiction: text('jurisdiction').notNull(),
		activityId: text('activity_id').notNull(),
		day: text('day').notNull(),
		doneAt: integer('done_at', { mode: 'timestamp_ms' }).notNull(),
		/** Name of the admin at the time. */
		doneBy: text('done_by').notNull(),
	},
	(table) => [primaryKey({ columns: [table.jurisdiction, table.activityId, table.day] })],
)
