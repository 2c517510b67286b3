import { beforeEach, expect, test, vi } from 'vitest'
import { setUpCountedDatabase } from '#tests/support/api/counted-database.ts'

const counted = setUpCountedDatabase('create table notes (id integer primary key, text text not null)')
const { requestsOf } = counted
beforeEach(() => void vi.restoreAllMocks())

const count = async () => Number((await counted.database.client.execute('select count(*) from notes')).rows[0]?.[0])
const add = (text: string) =>
	counted.database.client.execute({ sql: 'insert into notes (text) values (?)', args: [text] })

test('sequential reads take one request each and see the writes between them', async () => {
	const before = await count()
	const requests = await requestsOf(async () => {
		for (let round = 1; round <= 5; round++) {
			await add(`round ${round}`)
			expect(await count()).toBe(before + round)
		}
	})
	expect(requests).toBe(10)
})

test('a table whose schema changed is read in its new form', async () => {
	await count()
	await counted.database.client.execute("alter table notes add column mark text not null default 'none'")
	expect((await counted.database.client.execute('select distinct mark from notes')).rows[0]?.mark).toBe('none')
})

test('batched reads take no more requests the second time', async () => {
	const readThree = () => Promise.all([count(), count(), counted.database.client.execute('select 3 as three')])
	for (let round = 0; round < 3; round++) {
		let answers: unknown[] = []
		expect(await requestsOf(async () => (answers = await readThree()))).toBe(1)
		expect((answers[2] as { rows: { three: number }[] }).rows[0]?.three).toBe(3)
	}
})

test('an invalid read fails alone, and later ones succeed', async () => {
	const invalid = 'select * from no_such_table'
	await expect(counted.database.client.execute(invalid)).rejects.toThrow('no such table')
	const [first, second] = await Promise.allSettled([counted.database.client.execute(invalid), count()])
	expect(first.status).toBe('rejected')
	expect(second.status === 'fulfilled' && second.value).toBeGreaterThan(0)
	expect(await requestsOf(count)).toBe(1)
})

test('a read succeeds after the server dropped the stream', async () => {
	const before = await count()
	await counted.server.kill()
	await counted.server.restart()
	// One more request than usual: the first attempt was rejected.
	expect(await requestsOf(async () => expect(await count()).toBe(before))).toBe(2)
	expect(await requestsOf(count)).toBe(1)
})

test('an idle stream is not reused', async () => {
	await count()
	const now = performance.now()
	vi.spyOn(performance, 'now').mockReturnValue(now + 60_000)
	await counted.server.kill()
	await counted.server.restart()
	expect(await requestsOf(count)).toBe(1)
})
