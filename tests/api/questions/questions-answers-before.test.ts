import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { migrations } from '#db/inspect.ts'
import { migrateDatabase, migrateDatabaseTo } from '#db/migrate.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'

let database: TestDatabase
beforeAll(async () => {
	database = await freshDatabase()
})
afterAll(() => database.discard())

test('the migration counts comments as answers and activity unless they were hidden', async () => {
	const older = await openDatabase({ url: `file:${join(database.folder, 'older.db')}` })
	const run = (sql: string) => older.client.execute(sql)
	try {
		const before = migrations().find(({ tag }) => tag === '0057_customers_of_payment_events')
		await migrateDatabaseTo(older, before ?? { tag: '', when: 0 })
		await run("insert into question_categories (id, name, slug, position) values ('fees', 'Fees', 'fees', 1)")
		for (const id of ['alone', 'hidden', 'answered'])
			await run(`insert into questions (id, title, body, category_id, group_id, created_at)
				values ('${id}', '${id}', '', 'fees', 'fees', 10)`)
		for (const [id, question, createdAt, hiddenAt] of [
			['insult', 'hidden', 20, 25],
			['answer', 'answered', 30, null],
			['spam', 'answered', 40, 45],
		])
			await run(`insert into question_comments (id, question_id, body, created_at, hidden_at)
				values ('${id}', '${question}', '', ${createdAt}, ${hiddenAt})`)
		await migrateDatabase(older)
		const counters = 'select id, comment_count, answer_count, last_activity_at from questions order by seq'
		const rows = async () => (await run(counters)).rows.map((row) => Object.values({ ...row }))
		expect(await rows()).toEqual([
			['alone', 0, 0, 10],
			['hidden', 1, 0, 10],
			['answered', 2, 1, 30],
		])
		await run("update question_comments set hidden_at = null where id = 'insult'")
		await run("delete from question_comments where id = 'answer'")
		expect(await rows()).toEqual([
			['alone', 0, 0, 10],
			['hidden', 1, 1, 20],
			['answered', 1, 0, 10],
		])
	} finally {
		await older.close()
	}
})
