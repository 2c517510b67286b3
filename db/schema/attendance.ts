import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { childOf } from '../columns.ts'
import { cleActivities } from './cle.ts'
import { users } from './users.ts'

// Days are `YYYY-MM-DD`. Durations are whole milliseconds.

/** A member's attendance of one activity: watched spans and entered codes. */
export const attendances = sqliteTable(
	'attendances',
	{
		/** Sorts by creation. */
		id: text('id').primaryKey(),
		userId: childOf('user_id', () => users.id),
		activityId: childOf('activity_id', () => cleActivities.id),
		/** `spoken`: verified by codes spoken in the recording; `live`: a coaching session. */
		mode: text('mode', { enum: ['watch', 'spoken', 'live'] }).notNull(),
		/** `ended`: the activity's length changed; the member can open a new attendance. */
		state: text('state', { enum: ['open', 'review', 'complete', 'refused', 'ended'] }).notNull(),
		openedAt: integer('opened_at', { mode: 'timestamp_ms' }).notNull(),
		/** When it left the `open` state permanently. */
		endedAt: integer('ended_at', { mode: 'timestamp_ms' }),
		/** The codes are derived from it. */
		seed: text('seed').notNull(),
		lengthMs: integer('length_ms').notNull(),
		/** Fastest playback rate that is credited. */
		maxRate: real('max_rate').notNull(),
		/** JSON: version of the rules by jurisdiction, on the day the attendance was opened. */
		ruleVersions: text('rule_versions').notNull(),
		/** JSON: sorted, disjoint pairs of start and end. */
		watched: text('watched').notNull().default('[]'),
		/** Number of the last beat, and its time by the server's clock. */
		sequence: integer('sequence').notNull().default(0),
		lastBeatAt: integer('last_beat_at', { mode: 'timestamp_ms' }).notNull(),
		/** Time that passed without playback; negative if the player is ahead of the clock. */
		spareMs: integer('spare_ms').notNull().default(0),
		positionMs: integer('position_ms'),
		/** Playback time while the window was hidden. */
		hiddenMs: integer('hidden_ms').notNull().default(0),
		/** JSON: milliseconds to watch before each prompt, and when its code was entered. */
		codes: text('codes').notNull().default('[]'),
		wrongTries: integer('wrong_tries').notNull().default(0),
		/** JSON: check-in, sign-out, spoken codes, and minutes from the meeting platform's attendance list. */
		live: text('live').notNull().default('{}'),
		/** JSON: admins' decisions, with their reasons. */
		reviews: text('reviews').notNull().default('[]'),
		/** Client address when it was opened, truncated to /24 or /48. */
		openedFrom: text('opened_from').notNull(),
		isEvaluated: integer('is_evaluated', { mode: 'boolean' }).notNull().default(false),
		/** The member's time zone when it was opened; determines the activity's date. Empty: the club's zone. */
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
 * Evidence of a completed attendance, in a hash chain. Triggers make it immutable, except that it is emptied after its
 * retention period. No reference to the account, because the evidence outlives the account.
 */
export const attendanceEvidence = sqliteTable(
	'attendance_evidence',
	{
		sequence: integer('sequence').primaryKey(),
		attendanceId: text('attendance_id').notNull().unique(),
		userId: text('user_id').notNull(),
		activityId: text('activity_id').notNull(),
		/** In the attendance's time zone. */
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

/** A certificate. Triggers make it immutable, except for its revocation. No reference: it outlives the account. */
export const certificates = sqliteTable(
	'certificates',
	{
		number: text('number').primaryKey(),
		attendanceId: text('attendance_id').notNull(),
		userId: text('user_id').notNull(),
		activityId: text('activity_id').notNull(),
		/** Empty if the member has no bar admission. */
		jurisdiction: text('jurisdiction').notNull(),
		/** JSON of `CertificateRecord`. */
		json: text('json').notNull(),
		completedOn: text('completed_on').notNull(),
		issuedAt: integer('issued_at', { mode: 'timestamp_ms' }).notNull(),
		keptUntil: text('kept_until').notNull(),
		revokedAt: integer('revoked_at', { mode: 'timestamp_ms' }),
		/** Why it was revoked. */
		reason: text('reason'),
		/** Number of the certificate that replaces this one. */
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

/** A completed evaluation form. Anonymous: nothing identifies the member. */
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

/** Records that an admin uploaded the attendances of a day to a board. */
export const cleUploads = sqliteTable(
	'cle_uploads',
	{
		jurisdiction: text('jurisdiction').notNull(),
		activityId: text('activity_id').notNull(),
		day: text('day').notNull(),
		doneAt: integer('done_at', { mode: 'timestamp_ms' }).notNull(),
		/** The admin's name at the time. */
		doneBy: text('done_by').notNull(),
	},
	(table) => [primaryKey({ columns: [table.jurisdiction, table.activityId, table.day] })],
)
