import { setImmediate } from 'node:timers/promises'
import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { db } from './client.ts'
import { rowExists } from './rows.ts'
import { audit } from './schema/audit.ts'
import { deletedRows, deletions } from './schema/deletions.ts'
import { memberImportRows } from './schema/members.ts'
import { outbox } from './schema/platform/operations.ts'
import { searchState } from './schema/search.ts'
import { users } from './schema/users.ts'
import { type Reference, type Table, tables } from './schema-tables.ts'
import { countTrash, ident, trashErasures, trashValue } from './trash-rows.ts'
import { write } from './write.ts'

// Erases a person from every table. The tables are derived from the schema, as in `trash-rows.ts`. Writes are short,
// so that other requests wait for at most one. Each step can be repeated: an interrupted erasure starts over.

/** Replaces the name of an erased person where a name is required. */
export const FORMER_MEMBER = 'Former member'

export interface Person {
	id: string
	name: string
	email: string
}

/**
 * Columns that contain a copy of a person's name, apart from the account itself and the audit log. `id` is the column
 * with the person's id, if there is one. A row without an id is the person's if the name is unique. A test requires a
 * decision for each new column.
 */
export const NAMES: ReadonlyArray<{ table: string; name: string; id?: string }> = [
	{ table: 'users', name: 'invited_by' },
	{ table: 'application_decisions', name: 'decided_by' },
	{ table: 'member_notes', name: 'author_name', id: 'author_id' },
	{ table: 'member_imports', name: 'created_by_name', id: 'created_by' },
	{ table: 'member_imports', name: 'cancelled_by_name' },
	{ table: 'mailings', name: 'updated_by' },
	{ table: 'media', name: 'created_by', id: 'created_by_id' },
	{ table: 'settings', name: 'updated_by' },
	{ table: 'module_drafts', name: 'saved_by_name' },
	{ table: 'module_versions', name: 'replaced_by_name' },
	{ table: 'course_versions', name: 'replaced_by_name' },
	{ table: 'deletions', name: 'deleted_by_name' },
	{ table: 'factor_resets', name: 'requested_by' },
	{ table: 'cle_rules', name: 'checked_by' },
	{ table: 'cle_uploads', name: 'done_by' },
]

/** JSON columns in which a person's name can be a whole string value: an admin's name, or a name in a trashed row. */
const NAMES_IN_JSON = [
	['users', 'application_questions'],
	['deleted_rows', 'row'],
	['attendances', 'reviews'],
	['attendances', 'live'],
] as const

/** Columns with personal data that an erasure keeps, each with the reason. */
export const RETAINED_COLUMNS: Readonly<Record<string, string>> = {
	'audit.actor_id': "Shows which entries are the same person's; the name is erased.",
	'audit.subject_id': 'The same.',
	'invoices.user_id': 'Invoices are kept by law.',
	'invoices.buyer': 'The same: must match the printed invoice.',
	'dues_payments.user_id': 'Payments are kept with their invoices.',
	'dues_payments.recorded_by': 'The same.',
	'attendance_evidence.user_id': 'Boards request records of past years; emptied after the retention period.',
	'certificates.user_id': 'The same; deleted after the retention period.',
	'media.created_by_id': "Shows which files are the same person's; the name is erased.",
	'media.owner_id': 'Until the cleanup removes the file, within hours.',
	'cle_credits.user_id': 'Deleted with the admission.',
	'member_imports.created_by': 'Deleted with the import, after a month.',
	'notification_rounds.actor_id': 'Until its notifications are delivered, within minutes.',
	'member_import_rows.user_id': 'The row is deleted.',
	'user_search_rows.user_id': 'Deleted with the account by a trigger, like its row in the search index.',
	'module_places.user_id': 'Deleted with the enrollment.',
}

/** Maximum number of rows that one statement deletes or detaches. Triggers and indexes account for most of the time. */
const OWN_ROWS = 50
/** Maximum number of rows that one statement scans if no index finds a person's rows. Lower for long rows. */
const READ_ROWS: Readonly<Record<string, number>> = { outbox: 50, deleted_rows: 50, deletions: 20 }
const USUAL_READ_ROWS = 500

const isOfPerson = ({ to, onDelete }: Reference) =>
	to === 'users' && (onDelete === 'cascade' || onDelete === 'set null')

/** Deletes a person's rows from a table, or sets the reference to the person to null. */
async function eraseOwn(table: Table, { columns: [column = ''], onDelete }: Reference, id: string): Promise<void> {
	const rows = sql`select rowid from ${ident(table.name)} where ${ident(column)} = ${id} limit ${OWN_ROWS}`
	const change =
		onDelete === 'cascade'
			? sql`delete from ${ident(table.name)} where rowid in (${rows})`
			: sql`update ${ident(table.name)} set ${ident(column)} = null where rowid in (${rows})`
	for (;;) {
		const { rowsAffected } = await db().run(change)
		// Yield after the last statement too: there are dozens of tables, and the driver is synchronous.
		await setImmediate()
		if (rowsAffected < OWN_ROWS) return
	}
}

/** Iterates over all rows of a table in slices. `change` receives the SQL condition of each slice. */
async function overRows(table: string, change: (range: SQL) => Promise<unknown>): Promise<void> {
	const limit = READ_ROWS[table] ?? USUAL_READ_ROWS
	let after = 0
	for (;;) {
		const [slice] = await db().all<{ last: number | null }>(sql`select max(row) as last from (
			select rowid as row from ${ident(table)} where rowid > ${after} order by rowid limit ${limit})`)
		if (slice?.last) await change(sql`(rowid > ${after} and rowid <= ${slice.last})`)
		await setImmediate()
		if (!slice?.last) return
		after = slice.last
	}
}

/** Applies a change to all matching rows of a table, in slices. */
const changeRows = (table: string, change: SQL, where: SQL) =>
	overRows(table, (range) => db().run(sql`${change} where ${range} and ${where}`))

/** A person, and an SQL constant for whether the name is unique. */
interface NamedPerson extends Person {
	isUniqueName: SQL
}

async function withNameUniqueness(person: Person): Promise<NamedPerson> {
	const { id, name } = person
	const isShared = await rowExists(users, and(eq(users.name, name), ne(users.id, id)))
	return { ...person, isUniqueName: sql.raw(isShared ? '0' : '1') }
}

/** Removes a person's name from the audit log. The entries and their ids stay. */
async function eraseFromAudit({ id, name, email, isUniqueName }: NamedPerson): Promise<void> {
	const [quoted, former] = [sql`json_quote(${name})`, sql`json_quote(${FORMER_MEMBER})`]
	// An entry about an undelivered email has the address as its subject; one about a post has the post's author.
	const isAbout = sql`(subject_id = ${id} or lower(subject_name) = lower(${email}))`
	const isPost = sql`(subject_name in (${`Question by ${name}`}, ${`Comment by ${name}`}) and ${isUniqueName})`
	const hasName = sql`(instr(detail, ${quoted}) > 0 and ${isUniqueName})`
	await changeRows(
		'audit',
		sql`update ${audit} set
			actor_name = case when actor_id = ${id} then ${FORMER_MEMBER} else actor_name end,
			subject_name = case when ${isAbout} then ${FORMER_MEMBER}
				when ${isPost} then replace(subject_name, ${name}, ${FORMER_MEMBER}) else subject_name end,
			detail = case when subject_id = ${id} and detail ->> '$.name' is not null
				then json_set(detail, '$.name', json_array(${FORMER_MEMBER}, ${FORMER_MEMBER}))
				when ${hasName} then replace(detail, ${quoted}, ${former}) else detail end`,
		sql`(actor_id = ${id} or ${isAbout} or ${isPost} or ${hasName})`,
	)
}

/** Removes a person's name from all columns with a copy of it. */
async function eraseNames({ id, name, isUniqueName }: NamedPerson): Promise<void> {
	const [quoted, former] = [sql`json_quote(${name})`, sql`json_quote(${FORMER_MEMBER})`]
	for (const { table, name: column, id: idColumn } of NAMES) {
		const isNamed = sql`(${ident(column)} = ${name} and ${isUniqueName})`
		const isOwnRow = idColumn
			? sql`(${ident(idColumn)} = ${id} or (${ident(idColumn)} is null and ${isNamed}))`
			: isNamed
		await changeRows(table, sql`update ${ident(table)} set ${ident(column)} = ${FORMER_MEMBER}`, isOwnRow)
	}
	for (const [table, column] of NAMES_IN_JSON) {
		const json = ident(column)
		const set = sql`update ${ident(table)} set ${json} = replace(${json}, ${quoted}, ${former})`
		await changeRows(table, set, sql`instr(${json}, ${quoted}) > 0 and ${isUniqueName}`)
	}
}

/** Erases emails to or about a person from the outbox, and the person's rows from invitation imports. */
async function eraseMails({ id, name, email }: Person): Promise<void> {
	// The person may have a new account with the same address.
	const isFree = sql`not exists (select 1 from ${users} where email_key = lower(${email}) and id <> ${id})`
	const mentionsPerson = sql`(instr(payload, ${id}) > 0 or (instr(lower(payload), lower(${email})) > 0 and ${isFree})
		or (state <> 'waiting' and instr(payload, json_quote(${name})) > 0))`
	const change = sql`update ${outbox} set state = 'done', payload = '{}', last_error = null`
	await changeRows('outbox', change, sql`kind = 'mail' and ${mentionsPerson}`)
	const isOwnRow = sql`(user_id = ${id} or lower(email) = lower(${email}))`
	await changeRows('member_import_rows', sql`delete from ${memberImportRows}`, isOwnRow)
}

/** Erases a person from the trash. */
async function eraseFromTrash(id: string): Promise<void> {
	const erasures = trashErasures(users, id)
	const isAffected = sql.join(
		erasures.map(({ where }) => where),
		sql` or `,
	)
	const deletionIds = new Set<string>()
	await overRows('deleted_rows', async (range) => {
		const rows = await db().all<{ id: string }>(
			sql`select distinct deletion_id as id from ${deletedRows} where ${range} and (${isAffected})`,
		)
		for (const row of rows) deletionIds.add(row.id)
		for (const { change, where } of erasures) await db().run(sql`${change} where ${range} and ${where}`)
	})
	for (const deletionId of deletionIds) await db().run(countTrash(sql`id = ${deletionId}`))
}

/** Erases a person's posts from the trash, including comments that were deleted along with a question. */
export async function erasePostsInTrash(id: string): Promise<void> {
	const isOwnPost = sql`source in ('questions', 'question_comments') and ${trashValue('author_id')} = ${id}`
	const isDeleted = sql`exists (select 1 from ${deletedRows} where deletion_id = ${deletions}.id and ${isOwnPost}
		and ${trashValue('id')} = ${deletions}.subject_id)`
	const isOwnDeletion = sql`kind in ('question', 'questionComment') and ${isDeleted}`
	await changeRows('deletions', sql`delete from ${deletions}`, isOwnDeletion)
	await changeRows('deleted_rows', sql`delete from ${deletedRows}`, isOwnPost)
}

/**
 * Erases a person everywhere, except for the columns in `RETAINED_COLUMNS`. Before calling it, detach other members'
 * replies from the person's posts.
 * @param extraStatements additional statements for the last write, which deletes the account.
 */
export async function erasePerson(person: Person, extraStatements: readonly BatchItem<'sqlite'>[] = []): Promise<void> {
	const { id } = person
	const named = await withNameUniqueness(person)
	// Names first, while rows still contain the person's id.
	await eraseNames(named)
	await eraseFromAudit(named)
	await eraseMails(person)
	await eraseFromTrash(id)
	// Delete rows before the rows that they refer to.
	for (const table of tables.toReversed())
		for (const reference of table.references.filter(isOfPerson)) await eraseOwn(table, reference, id)
	await write(
		...extraStatements,
		db().run(sql`delete from ${users} where id = ${id}`),
		db().run(sql`update ${deletions} set name = ${FORMER_MEMBER} where kind = 'account' and subject_id = ${id}`),
		// Requests a merge of the full-text indexes, which removes the deleted words.
		db().run(sql`update ${searchState} set words_gone_at = ${Date.now()}`),
	)
}
