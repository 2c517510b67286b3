import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

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
	},
	(table) => [
		index('users_by_role').on(table.role, table.status),
		index('users_by_application').on(table.applicationStatus, table.applicationDate),
		check('users_role', sql`${table.role} in ('admin', 'user')`),
		check('users_status', sql`${table.status} in ('active', 'inactive')`),
	],
)

export type UserRow = typeof users.$inferSelect
