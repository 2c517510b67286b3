import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { version } from './version.ts'

/** A person with an account, or one who asked for it: an application is a user that is not active yet. */
export const users = sqliteTable(
	'users',
	{
		id: text('id').primaryKey(),
		name: text('name').notNull(),
		username: text('username').notNull().unique(),
		/** As the person wrote it. */
		email: text('email').notNull(),
		/** Lower case: what sign-in and uniqueness go by. */
		emailKey: text('email_key').notNull().unique(),
		/** Argon2id in PHC form. */
		passwordHash: text('password_hash').notNull(),
		role: text('role', { enum: ['admin', 'user'] }).notNull(),
		status: text('status', { enum: ['active', 'inactive'] }).notNull(),
		phoneNumber: text('phone_number'),
		applicationStatus: text('application_status', { enum: ['pending', 'approved', 'rejected'] }),
		applicationDate: integer('application_date', { mode: 'timestamp_ms' }),
		yearsOfExperience: text('years_of_experience'),
		firmName: text('firm_name'),
		practiceAreas: text('practice_areas'),
		membershipGoals: text('membership_goals'),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		updatedAt: integer('updated_at', { mode: 'timestamp_ms' }).notNull(),
		/** An admin chose the password and a mail carried it: the member is asked to change it. */
		hasInitialPassword: integer('has_initial_password', { mode: 'boolean' }).notNull().default(false),
		version: version(),
		/** When they last asked for anything while signed in, to within some minutes; the year 1970 for never. */
		lastSeenAt: integer('last_seen_at', { mode: 'timestamp_ms' }).notNull().default(sql`0`),
		/** When a link to join was last sent to them; null once they took it, and for everybody who was not invited. */
		invitedAt: integer('invited_at', { mode: 'timestamp_ms' }),
		/** Name of the admin who invited them, as it was then. */
		invitedBy: text('invited_by'),
	},
	(table) => [
		// Each filter of the list of members, newest first: an id begins with its time.
		index('users_by_role_status').on(table.role, table.status, table.id),
		index('users_by_role').on(table.role, table.id),
		index('users_by_status').on(table.status, table.id),
		// The same, by when they were last seen.
		index('users_by_last_seen').on(table.lastSeenAt, table.id),
		index('users_by_role_last_seen').on(table.role, table.lastSeenAt, table.id),
		index('users_by_status_last_seen').on(table.status, table.lastSeenAt, table.id),
		index('users_by_role_status_last_seen').on(table.role, table.status, table.lastSeenAt, table.id),
		index('users_by_application').on(table.applicationStatus, table.applicationDate, table.id),
		index('users_by_application_date')
			.on(table.applicationDate, table.id)
			.where(sql`${table.applicationStatus} is not null`),
		check('users_role', sql`${table.role} in ('admin', 'user')`),
		check('users_status', sql`${table.status} in ('active', 'inactive')`),
	],
)

export type UserRow = typeof users.$inferSelect

/**
 * How many accounts there are of each kind, kept by triggers (in the migration): counting 100,000 rows for every
 * page of a list would cost more than the page.
 */
export const userCounts = sqliteTable(
	'user_counts',
	{
		role: text('role').notNull(),
		status: text('status').notNull(),
		/** '' where the account was not applied for. */
		applicationStatus: text('application_status').notNull(),
		count: integer('count').notNull(),
	},
	(table) => [primaryKey({ columns: [table.role, table.status, table.applicationStatus] })],
)

/**
 * The row number of each account in the full-text index `user_search`, kept by triggers like the index itself.
 * A table of its own, because VACUUM renumbers the rows of `users`.
 */
export const userSearchRows = sqliteTable('user_search_rows', {
	row: integer('row').primaryKey({ autoIncrement: true }),
	userId: text('user_id').notNull().unique(),
})
