import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { db, useDatabase } from '#db/client.ts'
import { countAttempts, type RateLimit } from '#src/platform/limits/rate-limit.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'

const rule: RateLimit = { name: 'test', limit: 2, seconds: 900 }
const attempt = () => countAttempts([[rule, 'ruth@club.example']])

let database: TestDatabase
beforeEach(async () => {
	database = await freshDatabase()
	// Fakes only the date, because the driver uses real timers.
	vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(async () => {
	vi.useRealTimers()
	await database.discard()
})

test('the third attempt in a window is rejected until the window ends', async () => {
	expect([await attempt(), await attempt(), await attempt()]).toEqual([undefined, undefined, 900])
	vi.advanceTimersByTime(600_000)
	expect(await attempt()).toBe(300)
	vi.advanceTimersByTime(300_000)
	expect(await attempt()).toBeUndefined()
})

test('a success on another node applies within seconds, not at the end of the window', async () => {
	for (let tries = 0; tries < 3; tries++) await attempt()
	// Another node deletes the rows without clearing this node's cache.
	await db().run(sql`delete from rate_limits`)
	vi.advanceTimersByTime(2_000)
	expect(await attempt()).toBeUndefined()
})

test('further rejected attempts write nothing', async () => {
	for (let tries = 0; tries < 3; tries++) await attempt()
	await db().run(sql`delete from rate_limits`)
	expect(await attempt()).toBe(900)
	expect(await db().all(sql`select * from rate_limits`)).toEqual([])
})

test('a rejection by one database does not count in another', async () => {
	for (let tries = 0; tries < 3; tries++) await attempt()
	const other = await freshDatabase()
	expect([await attempt(), await attempt(), await attempt()]).toEqual([undefined, undefined, 900])
	await other.discard()
	useDatabase(database)
})
