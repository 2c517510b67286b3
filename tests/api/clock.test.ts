import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { leases } from '#db/schema/operations.ts'
import { getUser, login } from '#src/features/auth/contract.ts'
import { takeLease } from '#src/platform/lease.ts'
import { countTries, type RateLimit } from '#src/platform/rate-limit.ts'
import { callApi, insertAccount, type Principal, signedIn, TEST_PASSWORD, visitor } from '#tests/support/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'

// The clock of the machine is put forward or back while the site runs.

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let database: TestDatabase
let member: Principal
beforeEach(async () => {
	database = await freshDatabase()
	// The driver has timers of its own.
	vi.useFakeTimers({ toFake: ['Date'] })
	member = await signedIn(await insertAccount({ email: 'ruth@club.example' }))
})
afterEach(async () => {
	vi.useRealTimers()
	await database.discard()
})

const jump = (ms: number) => vi.setSystemTime(Date.now() + ms)
const whoAmI = async () => (await callApi(getUser, { as: member })).status
const signIn = async (password: string) =>
	(await callApi(login, { as: visitor(), body: { email: 'ruth@club.example', password } })).status

describe('sign-ins', () => {
	test.each([
		['an hour forward', HOUR],
		['a day forward', DAY],
		['an hour back', -HOUR],
		['a year back', -365 * DAY],
	])('that were open stay so: %s, and as it was again', async (_, ms) => {
		jump(ms)
		expect(await whoAmI()).toBe(200)
		jump(-ms)
		expect(await whoAmI()).toBe(200)
	})

	test('end by a clock that is a year ahead, and a new one works then and once it is right', async () => {
		jump(365 * DAY)
		expect(await whoAmI()).toBe(401)
		expect(await signIn(TEST_PASSWORD)).toBe(200)
		jump(-365 * DAY)
		expect(await signIn(TEST_PASSWORD)).toBe(200)
	})
})

describe('locks', () => {
	const lock = async () => {
		while ((await signIn('not the password')) !== 429);
	}

	test.each([
		['by a day', -DAY],
		['by a year', -365 * DAY],
	])('end although the clock was put back %s', async (_, ms) => {
		await lock()
		jump(ms)
		expect(await signIn(TEST_PASSWORD)).toBe(200)
	})

	test('last two windows at most where it was put back by less, and a window where it was not', async () => {
		const rule: RateLimit = { name: 'test', limit: 1, seconds: 900 }
		const attempt = () => countTries([[rule, 'ruth']])
		await attempt()
		expect(await attempt()).toBe(900)
		jump(-14 * MINUTE)
		expect(await attempt()).toBe(29 * 60)
		jump(29 * MINUTE)
		expect(await attempt()).toBeUndefined()
	})

	test('are not lifted by a node whose clock is two minutes behind', async () => {
		await lock()
		jump(-2 * MINUTE)
		expect(await signIn(TEST_PASSWORD)).toBe(429)
	})
})

describe('leases', () => {
	const TTL = MINUTE
	const take = (holder: string) => takeLease('feed', holder, TTL)

	test('of a node that died with its clock a day ahead are free at once', async () => {
		jump(DAY)
		expect(await take('dead')).toBe(true)
		jump(-DAY)
		expect(await take('next')).toBe(true)
		expect(await db().select({ holder: leases.holder }).from(leases)).toEqual([{ holder: 'next' }])
	})

	test('are kept by a node whose clock is two minutes ahead, and its own after a jump of either kind', async () => {
		jump(2 * MINUTE)
		expect(await take('ahead')).toBe(true)
		jump(-2 * MINUTE)
		expect(await take('next')).toBe(false)
		for (const ms of [DAY, -2 * DAY]) {
			jump(ms)
			expect(await take('ahead')).toBe(true)
		}
	})
})
