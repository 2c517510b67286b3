import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { backupDatabase } from '#db/backup.ts'
import { type Database, db, openDatabase, useDatabase } from '#db/client.ts'
import { migrations } from '#db/inspect.ts'
import { migrateDatabase, migrateDatabaseTo } from '#db/migrate.ts'
import { coachingSessions } from '#db/schema/coaching.ts'
import { outbox } from '#db/schema/platform/operations.ts'
import { questions } from '#db/schema/questions.ts'
import { users } from '#db/schema/users.ts'
import { sendDueMails } from '#src/app/mails.ts'
import { searchSources } from '#src/app/search/sources.ts'
import { requestReset } from '#src/features/auth/password-contract.ts'
import { resetWorkers } from '#src/features/auth/server/passwords/reset-password.ts'
import { createSession, deleteSession } from '#src/features/coaching/contract.ts'
import { type Deletion, forgetDeletion, listDeletions, restoreDeletion } from '#src/features/deletions/contract.ts'
import { forgetOldDeletions } from '#src/features/deletions/server/service.ts'
import { createCategory } from '#src/features/questions/category-contract.ts'
import { createComment, createQuestion, deleteQuestion } from '#src/features/questions/contract.ts'
import { dueSearch, runSearchIndex } from '#src/features/search/server/index-job.ts'
import { createUser, deleteUser } from '#src/features/users/contract.ts'
import { TRASH_DAYS } from '#src/lib/trash.ts'
import * as settings from '#src/platform/env/env.ts'
import { runOutbox } from '#src/platform/jobs/outbox.ts'
import { closeMail } from '#src/platform/mail/deliver.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { submit } from '#tests/support/applications.ts'
import { startSmtp } from '#tests/support/servers/smtp.ts'

let database: TestDatabase
let smtp: Awaited<ReturnType<typeof startSmtp>>
let admin: Principal
beforeEach(async () => {
	database = await freshDatabase()
	smtp = await startSmtp()
	vi.spyOn(settings, 'env').mockReturnValue({ ...settings.env(), smtpUrl: smtp.url })
	admin = await signedIn(await insertAccount({ role: 'admin' }))
})
afterEach(async () => {
	closeMail()
	await smtp.close()
	await database.discard()
})

/** Returns the `secrets` that appear in the bytes of the database, its log or a new backup. */
async function found(secrets: string[], of: Database = database): Promise<string[]> {
	const file = of.file ?? ''
	const copy = join(database.folder, 'copy.db')
	await backupDatabase(of, copy)
	const bytes = [file, `${file}-wal`, copy].filter(existsSync).map((name) => readFileSync(name))
	return secrets.filter((secret) => bytes.some((each) => each.includes(secret)))
}

/** Returns text that fills many database pages. Each line contains `mark`. */
const longText = (mark: string) => Array.from({ length: 150 }, (_, line) => `${mark} wrote line ${line}.`).join('\n')

test('the connection overwrites deleted content', async () => {
	expect((await database.client.execute('pragma secure_delete')).rows[0]?.[0]).toBe(1)
})

test('no initial password, link or application leaves a byte in the database once its email is sent', async () => {
	const password = 'quiet harbour lantern 77'
	const applied = 'the oak table of Dana 31'
	const added = await callApi(createUser, {
		as: admin,
		body: { name: 'Ruth Okafor', email: 'ruth@example.com', password },
	})
	expect(added.status).toBe(201)
	expect((await submit({ password: applied, confirmPassword: applied })).status).toBe(201)
	await callApi(requestReset, { body: { email: 'ruth@example.com' } })
	await runOutbox(resetWorkers, { only: Object.keys(resetWorkers) })
	expect(await found([password, applied])).toEqual([password])
	while ((await sendDueMails()) > 0);
	const token = smtp.mails.map(({ text }) => /reset-password#([\w-]+)/.exec(text)?.[1]).find(Boolean) ?? ''
	expect(token).toHaveLength(43)
	expect(smtp.mails.some(({ text }) => text.includes(password))).toBe(true)
	await database.checkpoint()
	expect(await found([password, token, applied])).toEqual([])
})

test('permanently deleted questions and members leave no byte in the database', async () => {
	const category = await callApi(createCategory, { as: admin, body: { name: 'Intake', parentCategoryId: null } })
	const { id: categoryId } = category.json as { id: string }
	const marks: string[] = []
	for (let number = 0; number < 5; number++) {
		const account = await insertAccount({ name: `Leaver ${number}` })
		const mark = `Leaver number ${number} of Elm Street`
		marks.push(`${mark} wrote line 7.`, `${mark} wrote line 140.`, `${mark} hopes for company`)
		await db()
			.update(users)
			.set({ membershipGoals: `${mark} hopes for company` })
			.where(eq(users.id, account.id))
		const body = { title: 'How do you screen a caller?', body: longText(mark), categoryId }
		expect((await callApi(createQuestion, { as: await signedIn(account), body })).status).toBe(201)
	}
	expect((await found(marks)).sort()).toEqual([...marks].sort())
	for (const { id } of await db().select({ id: questions.id }).from(questions))
		expect((await callApi(deleteQuestion, { as: admin, params: { id } })).status).toBe(204)
	for (const { id } of await db().select({ id: users.id }).from(users).where(eq(users.role, 'user')))
		expect((await callApi(deleteUser, { as: admin, params: { id } })).status).toBe(204)
	// Until then an admin can restore them.
	await forgetOldDeletions(Date.now() + (TRASH_DAYS + 1) * 86_400_000)
	await database.checkpoint()
	expect(await found(marks)).toEqual([])
})

/** The last migration of a release that left deleted words in the indexes. */
const beforeMerges = migrations().find(({ tag }) => tag === '0041_who_uploaded_by_id')

async function indexAll(): Promise<void> {
	for (let round = 0; round < 10 && (await dueSearch()).length > 0; round++)
		await runSearchIndex(searchSources(), { holder: 'here' })
	expect(await dueSearch()).toEqual([])
}

test('permanently deleted members and posts leave no term in a full-text index', async () => {
	const words = ['quillfeather', 'zephyrine', 'zq-mailbox', 'brackenhollow', 'tamarisk', 'ospreyfall']
	const account = await insertAccount({
		...{ name: 'Zephyrine Quillfeather', username: 'zephyrine.q', email: 'zq-mailbox@example.com' },
	})
	const author = await signedIn(account)
	// These rows are not deleted, so the index has many terms around the deleted ones.
	for (let number = 0; number < 40; number++) await insertAccount({ name: `Zena Quill ${number}` })
	const category = await callApi(createCategory, { as: admin, body: { name: 'Intake', parentCategoryId: null } })
	const { id: categoryId } = category.json as { id: string }
	const body = { title: 'The brackenhollow matter', body: 'My client tamarisk would rather not pay.', categoryId }
	const { id } = (await callApi(createQuestion, { as: author, body })).json as { id: string }
	const answer = { body: 'The ospreyfall clause helps.' }
	expect((await callApi(createComment, { as: author, params: { id }, body: answer })).status).toBe(201)
	await indexAll()
	// The index stores terms in lower case and prefix-compressed.
	expect((await found(['brackenhollow', 'tamarisk', 'ospreyfall'])).length).toBeGreaterThan(0)
	expect((await callApi(deleteQuestion, { as: admin, params: { id } })).status).toBe(204)
	expect((await callApi(deleteUser, { as: admin, params: { id: account.id } })).status).toBe(204)
	for (const deletion of (await callApi(listDeletions, { as: admin })).json as Deletion[])
		expect((await callApi(forgetDeletion, { as: admin, params: { id: deletion.id } })).status).toBe(204)
	await indexAll()
	await database.checkpoint()
	expect(await found(words)).toEqual([])
	// An index stores only the difference from the previous term, so this lists its terms.
	for (const index of ['user_search', 'questions_search', 'answers_search'])
		for (const word of words)
			expect(await termsOf(index, word.slice(0, 4)), `${index} ${word}`).not.toContainEqual(
				expect.stringContaining(word),
			)
	expect((await database.client.execute('pragma integrity_check')).rows[0]?.[0]).toBe('ok')
})

/** Returns the terms of an index with this prefix, as listed by FTS5. */
async function termsOf(index: string, beginning: string): Promise<string[]> {
	await database.client.execute(
		`create virtual table if not exists temp.${index}_terms using fts5vocab('main', '${index}', 'row')`,
	)
	const { rows } = await database.client.execute({
		sql: `select term from temp.${index}_terms where term >= ? and term < ?`,
		args: [beginning, `${beginning}\u{10FFFF}`],
	})
	return rows.map(({ term }) => String(term))
}

/** Inserts a row into an older schema. Fills the other required columns. */
async function insertInto({ client }: Database, table: string, row: Record<string, string>): Promise<void> {
	const { rows } = await client.execute(`pragma table_info(${table})`)
	const given: Record<string, string | number> = { ...row }
	for (const { name, type, notnull, dflt_value, pk } of rows)
		if (!(String(name) in row) && notnull === 1 && dflt_value === null && pk === 0)
			given[String(name)] = String(type).toUpperCase() === 'INTEGER' ? Date.now() : 'x'
	await client.execute({
		sql: `insert into ${table} (${Object.keys(given)}) values (${Object.keys(given).map(() => '?')})`,
		args: Object.values(given),
	})
}

test('rows deleted by a release that did not merge its indexes leave no byte after the update', async () => {
	const older = await openDatabase({ url: `file:${join(database.folder, 'older.db')}` })
	try {
		useDatabase(older)
		await migrateDatabaseTo(older, beforeMerges ?? { tag: '', when: 0 })
		const member = { name: 'Zephyrine Okafor', username: 'quillfeather', email: 'marigold@brackenhollow.example' }
		const owner = { name: 'Ruth', username: 'ruth', email: 'ruth@example.com' }
		await insertInto(older, 'users', { id: 'u0', ...owner, email_key: owner.email, role: 'admin', status: 'active' })
		await insertInto(older, 'users', { id: 'u1', ...member, email_key: member.email, role: 'user', status: 'active' })
		await insertInto(older, 'question_categories', { id: 'c1', name: 'Intake', slug: 'intake' })
		const title = 'A tamarisk matter'
		const body = 'My client kumquat would rather not pay.'
		const place = { category_id: 'c1', group_id: 'c1', author_id: 'u1' }
		await insertInto(older, 'questions', { id: 'q1', title, body, ...place })
		const answer = 'The lanternwork clause helps.'
		await insertInto(older, 'question_comments', { id: 'a1', question_id: 'q1', author_id: 'u1', body: answer })
		const now = Date.now()
		await older.client.execute(`update search_state set finished_at = ${now}, compared_at = ${now}`)
		// That release deleted only the rows.
		await older.client.execute('delete from questions')
		await older.client.execute("delete from users where role = 'user'")
		await older.checkpoint()
		const words = ['zephyrine', 'quillfeather', 'marigold', 'brackenhollow', 'tamarisk', 'kumquat', 'lanternwork']
		expect(await found(words, older)).toEqual(words)
		await migrateDatabase(older)
		await indexAll()
		await older.checkpoint()
		expect(await found(words, older)).toEqual([])
	} finally {
		await older.close()
	}
})

test('a permanently deleted session leaves no byte in the database, including its link', async () => {
	const words = ['zoom.example/j/8861-quince', 'Quincewood', 'pellucid-agenda']
	const body = {
		...{ title: 'Quincewood evening', description: 'The pellucid-agenda of the evening', durationMinutes: 60 },
		...{ scheduledAt: new Date(Date.now() + 86_400_000).toISOString(), zoomLink: `https://${words[0]}` },
	}
	const session = await callApi(createSession, { as: admin, body })
	expect(session.status, session.text).toBe(201)
	const { id } = session.json as { id: string }
	await indexAll()
	expect((await found(words)).sort()).toEqual([...words].sort())
	expect((await callApi(deleteSession, { as: admin, params: { id } })).status).toBe(204)
	const [deletion] = (await callApi(listDeletions, { as: admin })).json as Deletion[]
	expect((await callApi(forgetDeletion, { as: admin, params: { id: deletion?.id ?? '' } })).status).toBe(204)
	await indexAll()
	await database.checkpoint()
	// The audit is permanent and contains the title (docs/decisions/018).
	expect(await found(words)).toEqual(['Quincewood'])
	expect(await db().select().from(coachingSessions)).toEqual([])
})

test('a restored session is not erased when its deletion expires', async () => {
	const body = {
		...{ title: 'Evening', durationMinutes: 60, zoomLink: 'https://zoom.example/1' },
		scheduledAt: new Date(Date.now() + 86_400_000).toISOString(),
	}
	const { id } = (await callApi(createSession, { as: admin, body })).json as { id: string }
	await callApi(deleteSession, { as: admin, params: { id } })
	const [deletion] = (await callApi(listDeletions, { as: admin })).json as Deletion[]
	expect((await callApi(restoreDeletion, { as: admin, params: { id: deletion?.id ?? '' } })).status).toBe(200)
	await forgetOldDeletions(Date.now() + (TRASH_DAYS + 1) * 86_400_000)
	expect(await db().select({ id: coachingSessions.id }).from(coachingSessions)).toEqual([{ id }])
})

test('a queued email keeps its content, and a checkpoint empties the log', async () => {
	const now = new Date()
	await db().insert(outbox).values({ id: 'x', kind: 'mail', payload: '{"secret":1}', createdAt: now, availableAt: now })
	expect(await found(['{"secret":1}'])).toEqual(['{"secret":1}'])
	await database.checkpoint()
	expect(readFileSync(`${database.file}-wal`)).toHaveLength(0)
})
