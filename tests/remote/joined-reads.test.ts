import { expect, test } from 'vitest'
import { DatabaseUnavailableError } from '#db/errors.ts'
import { setUpCountedDatabase } from '#tests/support/api/counted-database.ts'

const counted = setUpCountedDatabase(
	'create table notes (id integer primary key, text text not null)',
	"insert into notes (text) values ('one'), ('two')",
)
const { requestsOf } = counted

const select = (value: number) => counted.database.client.execute({ sql: 'select ? as value', args: [value] })
const values = async (results: ReturnType<typeof select>[]) =>
	(await Promise.all(results)).map(({ rows }) => rows[0]?.value)

test('concurrent reads take one request, and each gets its own result', async () => {
	const one = async (value: number) => {
		// Wait for a promise first, as a service does.
		await Promise.resolve()
		return select(value)
	}
	let answers: unknown[] = []
	expect(await requestsOf(async () => (answers = await values([select(1), one(2), select(3)])))).toBe(1)
	expect(answers).toEqual([1, 2, 3])
})

test('a single read takes one request, and two sequential reads take two', async () => {
	expect(await requestsOf(() => select(1))).toBe(1)
	expect(
		await requestsOf(async () => {
			await select(1)
			await select(2)
		}),
	).toBe(2)
})

test('an invalid statement fails alone', async () => {
	const [wrong, right] = await Promise.allSettled([
		counted.database.client.execute('select * from no_such_table'),
		select(2),
	])
	expect(wrong.status === 'rejected' && String(wrong.reason)).toContain('no such table: no_such_table')
	expect(right.status === 'fulfilled' && right.value.rows[0]?.value).toBe(2)
})

test('many concurrent reads take few requests', async () => {
	const many = Array.from({ length: 100 }, (_, i) => i)
	let answers: unknown[] = []
	expect(await requestsOf(async () => (answers = await values(many.map(select))))).toBeLessThanOrEqual(7)
	expect(answers).toEqual(many)
})

test('a read sees earlier writes, and a write is never batched with reads', async () => {
	const { client } = counted.database
	const requests = await requestsOf(async () => {
		await Promise.all([select(1), client.execute("insert into notes (text) values ('three')"), select(2)])
		expect((await client.execute('select count(*) from notes')).rows[0]?.[0]).toBe(3)
	})
	expect(requests).toBe(3)
})

test('all concurrent reads fail when the server is down', async () => {
	await counted.server.kill()
	const outcomes = await Promise.allSettled([
		select(1),
		select(2),
		counted.database.client.execute('select * from no_such_table'),
	])
	for (const outcome of outcomes)
		expect(outcome.status === 'rejected' && outcome.reason).toBeInstanceOf(DatabaseUnavailableError)
	await counted.server.restart()
	expect(await values([select(4), select(5)])).toEqual([4, 5])
})
