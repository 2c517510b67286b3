import { asc, eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { db } from './client.ts'
import { leases } from './schema/platform/operations.ts'
import { write } from './write.ts'

let database: TestDatabase
beforeEach(async () => {
	database = await freshDatabase()
})
afterEach(() => database.discard())

const insert = (name: string) =>
	db()
		.insert(leases)
		.values({ name, holder: 'test', expiresAt: new Date(0) })
const hold = (name: string, holder: string) => db().update(leases).set({ holder }).where(eq(leases.name, name))
const listNames = () => db().select({ name: leases.name }).from(leases).orderBy(asc(sql`rowid`))
const names = async () => (await listNames()).map(({ name }) => name)

test('runs statements in the order of the arguments', async () => {
	expect(await write(insert('b'), insert('a'), ...[insert('d'), insert('c')])).toBeUndefined()
	expect(await names()).toEqual(['b', 'a', 'd', 'c'])
})

test('runs named statements in the order of the object, including lists', async () => {
	await write({ second: insert('2'), list: [insert('9'), insert('1')], first: insert('3') })
	expect(await names()).toEqual(['2', '9', '1', '3'])
})

test('returns each result under its name, and a list of results for a list', async () => {
	const { before, inserted, held, after, missed } = await write({
		before: listNames(),
		inserted: [insert('a').returning({ name: leases.name }), insert('b').returning({ name: leases.name })],
		held: hold('a', 'me'),
		after: listNames(),
		missed: hold('c', 'me'),
	})
	expect(before).toEqual([])
	expect(inserted).toEqual([[{ name: 'a' }], [{ name: 'b' }]])
	expect(held.rowsAffected).toBe(1)
	expect(after).toEqual([{ name: 'a' }, { name: 'b' }])
	expect(missed.rowsAffected).toBe(0)
})

test('an empty list does not shift other results', async () => {
	const { none, found, noneEither } = await write({ none: [], found: insert('a').returning(), noneEither: [] })
	expect([none, noneEither]).toEqual([[], []])
	expect(found.map(({ name }) => name)).toEqual(['a'])
})

test('does nothing if there are no statements', async () => {
	expect(await write()).toBeUndefined()
	expect(await write({ none: [] })).toEqual({ none: [] })
	expect(await names()).toEqual([])
})

test.each([
	['by position', () => write(insert('a'), insert('b'), insert('a'))],
	['by name', () => write({ first: insert('a'), list: [insert('b'), insert('a')] })],
])('a failing statement rolls back all of them: %s', async (_, run) => {
	await expect(run()).rejects.toThrow()
	expect(await names()).toEqual([])
})
