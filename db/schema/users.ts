import { type SQL, sql } from 'drizzle-orm'
import { check, customType, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { version } from '../columns.ts'

/**
 * SQL for a person's status, for indexes and statements on `users`. Columns have no table prefix, because an index
 * does not accept one.
 */
export const memberStatus = sql.raw(
	"case when status = 'active' then 'active' when invited_at is not null then 'invited' when application_status = 'pending' then 'applied' when application_status = 'rejected' then 'rejected' else 'deactivated' end",
) as SQL<'invited' | 'applied' | 'active' | 'deactivated' | 'rejected'>

/** SQL for the join date of a person: the date in an imported list, otherwise the account's creation time. */
export const joinedTime = sql.raw('case when joined_at is null then created_at else joined_at end')

/** A list of short strings, stored one per line. */
export const lines = customType<{ data: string[]; driverData: string }>({
	dataType: () => 'text',
	toDriver: (values) => values.join('\n'),
	fromDriver: (text) => (text === '' ? [] : text.split('\n')),
})

/** A person with an account or an application. An applicant is a user who is not active yet. */
export const users = sqliteTable(
	'users',
	{
		id: text('id').primaryKey(),
		name: text('name').notNull(),
		username: text('username').notNull().unique(),
		/** Email address as typed by the person. */
		email: text('email').notNull(),
		/** Email address in lower case: used for sign-in and uniqueness. */
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
		/** Whether an admin chose the password and sent it by email: the member is asked to change it. */
		hasInitialPassword: integer('has_initial_password', { mode: 'boolean' }).notNull().default(false),
		version: version(),
		/** Time of the last request while signed in, accurate to a few minutes; the epoch if never. */
		lastSeenAt: integer('last_seen_at', { mode: 'timestamp_ms' }).notNull().default(sql`0`),
		/** When the last invitation was sent; null once accepted, or if the member was not invited. */
		invitedAt: integer('invited_at', { mode: 'timestamp_ms' }),
		/** Name of the inviting admin at the time. */
		invitedBy: text('invited_by'),
		/** When the member hid the welcome steps; null if they are still shown. */
		welcomeHiddenAt: integer('welcome_hidden_at', { mode: 'timestamp_ms' }),
		/** JSON: the applicant's answers to the club's custom fields, each with the field's label at the time. */
		applicationAnswers: text('application_answers'),
		/** JSON: questions that admins mailed to the applicant, with time and the admin's name. */
		applicationQuestions: text('application_questions'),
		/** Whether a regular member may also moderate posts. Has no effect for admins, who may moderate anyway. */
		isModerator: integer('is_moderator', { mode: 'boolean' }).notNull().default(false),
		/** End of a suspension, and the reason sent to the member. A time in the past has no effect. */
		suspendedUntil: integer('suspended_until', { mode: 'timestamp_ms' }),
		suspendedReason: text('suspended_reason'),
		/** Number of invitation reminders. The last email, invitation or reminder, was sent at `invitedAt`. */
		reminders: integer('reminders').notNull().default(0),
		/** When the person became a member, from an imported list; null: when the account was created. */
		joinedAt: integer('joined_at', { mode: 'timestamp_ms' }),
		/** The club's own labels, by which admins filter. */
		labels: lines('labels').notNull().default(sql`''`),
		/** The member's plan, in the club's words. */
		plan: text('plan'),
		/** When the email address was confirmed, by a link or an invitation; null if not confirmed yet. */
		emailConfirmedAt: integer('email_confirmed_at', { mode: 'timestamp_ms' }),
		/** When the account is erased, because its owner left. Until then it is inactive, and the owner can undo this. */
		leavesAt: integer('leaves_at', { mode: 'timestamp_ms' }),
		leaveKeepsPosts: integer('leave_keeps_posts', { mode: 'boolean' }).notNull().default(true),
	},
	(table) => [
		// One index per filter of the member list, newest first: ids begin with the time.
		index('users_by_role_status').on(table.role, table.status, table.id),
		index('users_by_role').on(table.role, table.id),
		index('users_by_status').on(table.status, table.id),
		// The same filters, sorted by last seen.
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

/** Full-text index of names, usernames and email addresses, with role and status. */
export const USER_SEARCH = 'user_search'

/**
 * Rowid of each account in the full-text index `USER_SEARCH`. Maintained by triggers, like the index. A separate
 * table, because VACUUM renumbers the rowids of `users`.
 */
export const userSearchRows = sqliteTable('user_search_rows', {
	row: integer('row').primaryKey({ autoIncrement: true }),
	userId: text('user_id').notNull().unique(),
})
