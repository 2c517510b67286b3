import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { childOf, version } from '../columns.ts'
import { lines, users } from './users.ts'

/** Notes about a member, visible to admins only. */
export const memberNotes = sqliteTable(
	'member_notes',
	{
		/** Sorts by creation. */
		id: text('id').primaryKey(),
		userId: childOf('user_id', () => users.id),
		/** Null once the author's account is deleted. */
		authorId: text('author_id').references(() => users.id, { onDelete: 'set null' }),
		/** The author's name at the time. */
		authorName: text('author_name').notNull(),
		/** Plain text. */
		body: text('body').notNull(),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		/** Null until edited. */
		editedAt: integer('edited_at', { mode: 'timestamp_ms' }),
		version: version(),
	},
	(table) => [
		index('member_notes_of_member').on(table.userId, table.id),
		index('member_notes_by_author').on(table.authorId),
	],
)

/** A bulk invitation from an imported list. Deleted with its rows after a month. */
export const memberImports = sqliteTable(
	'member_imports',
	{
		/** Sorts by creation. */
		id: text('id').primaryKey(),
		/** `loading`: rows are still being added, and no one is invited yet. An import stuck in this state is deleted. */
		state: text('state', { enum: ['loading', 'running', 'done'] }).notNull(),
		/** The admin's id. No reference, because the import outlives the account. */
		createdBy: text('created_by').notNull(),
		createdByName: text('created_by_name').notNull(),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		finishedAt: integer('finished_at', { mode: 'timestamp_ms' }),
		/** Number of non-empty lines, including faulty ones. */
		rowCount: integer('row_count').notNull(),
		/** Scheduled send time of the last email. Emails are spread out, a few per minute. */
		mailsUntil: integer('mails_until', { mode: 'timestamp_ms' }).notNull(),
		/** When it was canceled. No one is invited after this time, and unsent emails are withdrawn. */
		cancelledAt: integer('cancelled_at', { mode: 'timestamp_ms' }),
		cancelledByName: text('cancelled_by_name'),
		/** Courses that everyone on the list is enrolled in, as in the request: `id:3` means three modules completed. */
		courses: text('courses').notNull().default(''),
	},
	(table) => [
		index('member_imports_by_state').on(table.state, table.id),
		index('member_imports_by_mails').on(table.mailsUntil),
		check('member_imports_state', sql`${table.state} in ('loading', 'running', 'done')`),
	],
)

/** One person in an import. After a restart, the job continues according to `state`. */
export const memberImportRows = sqliteTable(
	'member_import_rows',
	{
		importId: childOf('import_id', () => memberImports.id),
		/** Line number in the file, counted as in a spreadsheet: the headings are line 1. */
		line: integer('line').notNull(),
		state: text('state', { enum: ['waiting', 'invited', 'member', 'faulty'] }).notNull(),
		name: text('name').notNull(),
		email: text('email').notNull(),
		phoneNumber: text('phone_number'),
		firmName: text('firm_name'),
		practiceAreas: text('practice_areas'),
		yearsOfExperience: text('years_of_experience'),
		/** Why the row is invalid; '' if it is valid. */
		fault: text('fault').notNull().default(''),
		/** The invited account. No reference, because the row outlives it. */
		userId: text('user_id'),
		joinedAt: integer('joined_at', { mode: 'timestamp_ms' }),
		labels: lines('labels').notNull().default(sql`''`),
		plan: text('plan'),
		/** Dues according to the list; columns as in `memberships`. */
		paidThrough: text('paid_through'),
		complimentaryUntil: text('complimentary_until'),
		customerId: text('customer_id'),
	},
	(table) => [
		primaryKey({ columns: [table.importId, table.line] }),
		index('member_import_rows_by_state').on(table.importId, table.state, table.line),
		check('member_import_rows_state', sql`${table.state} in ('waiting', 'invited', 'member', 'faulty')`),
	],
)
