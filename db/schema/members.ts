import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from './users.ts'
import { version } from './version.ts'

/** What admins write down about a member, for one another. */
export const memberNotes = sqliteTable(
	'member_notes',
	{
		/** Sorts by creation. */
		id: text('id').primaryKey(),
		userId: text('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		/** Null once the account of its author is deleted. */
		authorId: text('author_id').references(() => users.id, { onDelete: 'set null' }),
		/** The author's name as it was then. */
		authorName: text('author_name').notNull(),
		/** Plain text. */
		body: text('body').notNull(),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		/** Null while nobody edited it. */
		editedAt: integer('edited_at', { mode: 'timestamp_ms' }),
		version: version(),
	},
	(table) => [
		index('member_notes_of_member').on(table.userId, table.id),
		index('member_notes_by_author').on(table.authorId),
	],
)

/** A list of people who are invited all at once. Gone with its rows after a month. */
export const memberImports = sqliteTable(
	'member_imports',
	{
		/** Sorts by creation. */
		id: text('id').primaryKey(),
		/** Loading: its rows are not all there yet; nobody is invited, and one that stays so is thrown away. */
		state: text('state', { enum: ['loading', 'running', 'done'] }).notNull(),
		/** The admin: an id without reference, because the list outlives the account. */
		createdBy: text('created_by').notNull(),
		createdByName: text('created_by_name').notNull(),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		finishedAt: integer('finished_at', { mode: 'timestamp_ms' }),
		/** Lines with something on them, whatever became of them. */
		rowCount: integer('row_count').notNull(),
		/** When the last mail written so far may leave: they go out a few a minute. */
		mailsUntil: integer('mails_until', { mode: 'timestamp_ms' }).notNull(),
		/** From then on nobody else is invited; while it is running, what has not left is taken back. */
		cancelledAt: integer('cancelled_at', { mode: 'timestamp_ms' }),
		cancelledByName: text('cancelled_by_name'),
	},
	(table) => [
		index('member_imports_by_state').on(table.state, table.id),
		index('member_imports_by_mails').on(table.mailsUntil),
		check('member_imports_state', sql`${table.state} in ('loading', 'running', 'done')`),
	],
)

/** One person of a list, and what became of them: `state` is the marker by which a killed run goes on. */
export const memberImportRows = sqliteTable(
	'member_import_rows',
	{
		importId: text('import_id')
			.notNull()
			.references(() => memberImports.id, { onDelete: 'cascade' }),
		/** The line of the file, as spreadsheets count it: the headings are line 1. */
		line: integer('line').notNull(),
		state: text('state', { enum: ['waiting', 'invited', 'member', 'faulty'] }).notNull(),
		name: text('name').notNull(),
		email: text('email').notNull(),
		phoneNumber: text('phone_number'),
		firmName: text('firm_name'),
		practiceAreas: text('practice_areas'),
		yearsOfExperience: text('years_of_experience'),
		/** Why it is faulty; '' where it is not. */
		fault: text('fault').notNull().default(''),
	},
	(table) => [
		primaryKey({ columns: [table.importId, table.line] }),
		index('member_import_rows_by_state').on(table.importId, table.state, table.line),
		check('member_import_rows_state', sql`${table.state} in ('waiting', 'invited', 'member', 'faulty')`),
	],
)
