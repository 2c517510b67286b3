import { type SQL, sql } from 'drizzle-orm'
import { check, customType, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { version } from '../columns.ts'

/**
 * SQL for the one status of a person, for indexes and statements about `users`. Without the table's name, which an
 * index does not accept.
 */
export const memberStatus = sql.raw(
	"case when status = 'active' then 'active' when invited_at is not null then 'invited' when application_status = 'pending' then 'applied' when application_status = 'rejected' then 'rejected' else 'deactivated' end",
) as SQL<'invited' | 'applied' | 'active' | 'deactivated' | 'rejected'>

/** SQL for when a person joined: the day that an imported list gives, else that of the account. */
export const joinedTime = sql.raw('case when joined_at is null then created_at else joined_at end')

/** Several short texts, one a line. */
export const lines = customType<{ data: string[]; driverData: string }>({
	dataType: () => 'text',
	toDriver: (values) => values.join('\n'),
	fromDriver: (text) => (text === '' ? [] : text.split('\n')),
})

/** A person with an account or an application: an applicant is a user that is not active yet. */
export const users = sqliteTable(
	'users',
	{
		id: text('id').primaryKey(),
		name: text('name').notNull(),
		username: text('username').notNull().unique(),
		/** As typed by the person. */
		email: text('email').notNull(),
		/** Lower case: used for sign-in and uniqueness. */
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
		/** An admin chose the password and a mail contained it: the member is asked to change it. */
		hasInitialPassword: integer('has_initial_password', { mode: 'boolean' }).notNull().default(false),
		version: version(),
		/** Time of the last request while signed in, to within some minutes; the epoch for never. */
		lastSeenAt: integer('last_seen_at', { mode: 'timestamp_ms' }).notNull().default(sql`0`),
		/** When the last invitation was sent; null once accepted, and for members who were not invited. */
		invitedAt: integer('invited_at', { mode: 'timestamp_ms' }),
		/** Name of the inviting admin at the time. */
		invitedBy: text('invited_by'),
		/** When the member hid their first steps in the club; null if they did not. */
		welcomeHiddenAt: integer('welcome_hidden_at', { mode: 'timestamp_ms' }),
		/** JSON: the applicant's answers to the club's own fields, each with the label it had. */
		applicationAnswers: text('application_answers'),
		/** JSON: questions that admins mailed to the applicant, with time and name. */
		applicationQuestions: text('application_questions'),
		/** A regular member who also looks after posts. Without meaning for an admin, who may do all of that. */
		isModerator: integer('is_moderator', { mode: 'boolean' }).notNull().default(false),
		/** Until when they cannot use the account, and why, as they were told. In the past: without effect. */
		suspendedUntil: integer('suspended_until', { mode: 'timestamp_ms' }),
		suspendedReason: text('suspended_reason'),
		/** Number of reminders of an invitation; the last mail about it was at `invitedAt`. */
		reminders: integer('reminders').notNull().default(0),
		/** When they became a member, from an imported list; null: when the account was created. */
		joinedAt: integer('joined_at', { mode: 'timestamp_ms' }),
		/** The club's own labels, by which admins filter. */
		labels: lines('labels').notNull().default(sql`''`),
		/** What they pay for, in the club's words. */
		plan: text('plan'),
		/** When the owner of the address proved it, by a link or an invitation; null for an applicant who has not. */
		emailConfirmedAt: integer('email_confirmed_at', { mode: 'timestamp_ms' }),
		/** When the account is erased, if its owner left and does not undo it. Until then it is inactive. */
		leavesAt: integer('leaves_at', { mode: 'timestamp_ms' }),
		leaveKeepsPosts: integer('leave_keeps_posts', { mode: 'boolean' }).notNull().default(true),
	},
	(table) => [
		// Each filter of the member list, newest first: an id begins with its time.
		index('users_by_role_status').on(table.role, table.status, table.id),
		index('users_by_role').on(table.role, table.id),
		index('users_by_status').on(table.status, table.id),
		// The same, by last seen.
		index('users_by_last_seen').on(table.lastSeenAt, table.id),
		index('users_by_role_last_seen').on(table.role, table.lastSeenAt, table.id),
		index('users_by_status_last_seen').on(table.status, table.lastSeenAt, table.id),
		index('users_by_role_status_last_seen').on(table.role, table.status, table.lastSeenAt, table.id),
		index('users_by_member_status').on(memberStatus, table.id),
		index('users_by_member_status_last_seen').on(memberStatus, table.lastSeenAt, table.id),
		index('users_by_joined').on(joinedTime, table.id),
		index('users_by_application').on(table.applicationStatus, table.applicationDate, table.id),
		index('users_by_application_date')
			.on(table.applicationDate, table.id)
			.where(sql`${table.applicationStatus} is not null`),
		index('users_by_leave').on(table.leavesAt).where(sql`${table.leavesAt} is not null`),
		check('users_role', sql`${table.role} in ('admin', 'user')`),
		check('users_status', sql`${table.status} in ('active', 'inactive')`),
	],
)

export type UserRow = typeof users.$inferSelect

/**
 * Number of accounts of each kind. Maintained by triggers in the migration: counting 100,000 rows for every page of a
 * list would cost more than the page.
 */
export const userCounts = sqliteTable(
	'user_counts',
	{
		role: text('role').notNull(),
		status: text('status').notNull(),
		/** '' for accounts without an application. */
		applicationStatus: text('application_status').notNull(),
		count: integer('count').notNull(),
	},
	(table) => [primaryKey({ columns: [table.role, table.status, table.applicationStatus] })],
)

/** Full-text index of names, usernames and addresses, with role and status. */
export const USER_SEARCH = 'user_search'

/**
 * Rowid of each account in the full-text index `USER_SEARCH`. Maintained by triggers, like the index.
 * A separate table, because VACUUM renumbers the rowids of `users`.
 */
export const userSearchRows = sqliteTable('user_search_rows', {
	row: integer('row').primaryKey({ autoIncrement: true }),
	userId: text('user_id').notNull().unique(),
})
