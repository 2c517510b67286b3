import { expect, test } from 'vitest'
import { database } from '#db/client.ts'
import { MIGRATIONS_TABLE } from '#db/inspect.ts'
import { EXCLUDED_TABLES, exportedTables } from '#src/app/data/tables.ts'
import { freshDatabase } from '#tests/support/api/database.ts'
import { schemaTables } from '#tests/support/api/filled-tables.ts'

/** Exported tables. New tables are exported by default, so each one must be listed here or excluded. */
const EXPORTED = [
	...[
		'application_decisions',
		'audit',
		'calendar_downloads',
		'category_watches',
		'coaching_sessions',
		'coaching_topics',
		'comment_mentions',
		'comments',
	],
	...[
		'content_links',
		'course_slugs',
		'course_versions',
		'courses',
		'deleted_rows',
		'deletions',
		'digest_settings',
		'discussion_reads',
	],
	...['attendances', 'attendance_evidence', 'certificates', 'cle_evaluations', 'cle_uploads'],
	...['cle_accreditations', 'cle_activities', 'cle_admissions', 'cle_credits', 'cle_notices', 'cle_rules'],
	...['coupons', 'dues_notices', 'dues_payments', 'invoices', 'memberships', 'plans'],
	...['enrollments', 'episode_chapters', 'episode_files', 'episode_people', 'episode_transcripts', 'episodes'],
	...['journal_entries', 'listening', 'listening_queue', 'mailings', 'media', 'media_uses', 'member_import_rows'],
	...['member_imports', 'member_notes', 'module_drafts', 'module_places', 'module_progress', 'module_versions'],
	...['totp_secrets', 'recovery_codes', 'passkeys'],
	...['modules', 'notification_preferences', 'notifications', 'podcast_feed', 'podcast_feed_status'],
	...['question_categories', 'question_comments', 'question_follows', 'question_mentions', 'question_offers'],
	...[
		'question_read_marks',
		'question_reads',
		'questions',
		'quiz_attempts',
		'reports',
		'settings',
		'setup_steps',
		'users',
	],
]

test('every table is exported, or excluded with a reason', async () => {
	const exported = exportedTables(true).map(({ name }) => name)
	expect(exported.toSorted()).toEqual(EXPORTED.toSorted())
	expect([...exported, ...Object.keys(EXCLUDED_TABLES)].toSorted()).toEqual(
		schemaTables.map(({ name }) => name).toSorted(),
	)
	for (const reason of Object.values(EXCLUDED_TABLES)) expect(reason.length).toBeGreaterThan(10)
})

test('the schema has every table except those of SQLite, full-text indexes and migrations', async () => {
	const testDatabase = await freshDatabase()
	const { rows } = await database().client.execute(
		"select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\'",
	)
	await testDatabase.discard()
	const others = [MIGRATIONS_TABLE, 'libsql_wasm_func_table']
	const existing = rows.map(({ name }) => String(name)).filter((name) => !others.includes(name))
	expect(existing.toSorted()).toEqual(schemaTables.map(({ name }) => name).toSorted())
})

test('each table comes after the tables that it references, and has its key', () => {
	const names = exportedTables(false).map(({ name }) => name)
	for (const { name, foreignKeys } of schemaTables.filter((table) => names.includes(table.name)))
		for (const key of foreignKeys) {
			const { name: target } = schemaTables.find(({ table }) => table === key.reference().foreignTable) ?? { name: '' }
			if (target !== name) expect(names.indexOf(target), `${target} before ${name}`).toBeLessThan(names.indexOf(name))
		}
	for (const { columns, key } of exportedTables(false)) {
		expect(key.length).toBeGreaterThan(0)
		for (const at of key) expect(columns[at]).toBeTypeOf('string')
	}
})

/** Columns that are not secrets, although their names sound like it. */
const NOT_SECRET = [
	...['users.email_key', 'users.has_initial_password', 'settings.key', 'notifications.group_key'],
	...['coaching_topics.send_key', 'questions.send_key', 'question_comments.send_key', 'comments.send_key'],
	...['attendance_evidence.hash', 'attendance_evidence.previous_hash'],
	...['episodes.hash', 'podcast_feed.content_hash'],
]

test('every exported column whose name sounds like a secret is listed', () => {
	const suspicious = exportedTables(false).flatMap(({ name, columns }) =>
		columns.filter((column) => /hash|secret|token|password|key$/.test(column)).map((column) => `${name}.${column}`),
	)
	expect(suspicious.toSorted()).toEqual(NOT_SECRET.toSorted())
})
