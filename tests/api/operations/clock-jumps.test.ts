import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { modules } from '#db/schema/modules.ts'
import { digestSettings } from '#db/schema/notifications.ts'
import { leases, outbox } from '#db/schema/platform/operations.ts'
import { searchState, searchWork } from '#db/schema/search.ts'
import { users } from '#db/schema/users.ts'
import { getUser, login } from '#src/features/auth/contract.ts'
import { writeSeen } from '#src/features/auth/server/last-seen.ts'
import { dueSchedule, NEVER, runSchedule } from '#src/features/courses/server/schedule.ts'
import { resetPostponedDigests } from '#src/features/notifications/server/digests.ts'
import { rebuildSearch } from '#src/features/search/contract.ts'
import { dueSearch } from '#src/features/search/server/index-job.ts'
import { createImport } from '#src/features/users/import-contract.ts'
import { runImports } from '#src/features/users/server/import-job.ts'
import { takeLease } from '#src/platform/jobs/lease.ts'
import { resetPostponed } from '#src/platform/jobs/outbox.ts'
import { countAttempts, type RateLimit } from '#src/platform/limits/rate-limit.ts'
import { callApi, insertAccount, type Principal, signedIn, TEST_PASSWORD, visitor } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'

// The system clock jumps forward or back while the site runs.

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let database: TestDatabase
let member: Principal
beforeEach(async () => {
	database = await freshDatabase()
	// Fakes only the date, because the driver uses real timers.
	vi.useFakeTimers({ toFake: ['Date'] })
	member = await signedIn(await insertAccount({ email: 'ruth@club.example' }))
})
afterEach(async () => {
	vi.useRealTimers()
	await database.discard()
})

const jump = (ms: number) => vi.setSystemTime(Date.now() + ms)
const sessionStatus = async () => (await callApi(getUser, { as: member })).status
const signIn = async (password: string) =>
	(await callApi(login, { as: visitor(), body: { email: 'ruth@club.example', password } })).status

describe('sign-ins', () => {
	test.each([
		['an hour forward', HOUR],
		['a day forward', DAY],
		['an hour back', -HOUR],
		['a year back', -365 * DAY],
	])('that were open stay valid after a jump %s and after the correction', async (_, ms) => {
		jump(ms)
		expect(await sessionStatus()).toBe(200)
		jump(-ms)
		expect(await sessionStatus()).toBe(200)
	})

	test('expire with a clock a year ahead, and new ones work then and after the correction', async () => {
		jump(365 * DAY)
		expect(await sessionStatus()).toBe(401)
		expect(await signIn(TEST_PASSWORD)).toBe(200)
		jump(-365 * DAY)
		expect(await signIn(TEST_PASSWORD)).toBe(200)
	})
})

describe('rate limit locks', () => {
	const lock = async () => {
		while ((await signIn('not the password')) !== 429);
	}

	test.each([
		['by a day', -DAY],
		['by a year', -365 * DAY],
	])('end even if the clock went back %s', async (_, ms) => {
		await lock()
		jump(ms)
		expect(await signIn(TEST_PASSWORD)).toBe(200)
	})

	test('last at most two windows after a small jump back, and one window otherwise', async () => {
		const rule: RateLimit = { name: 'test', limit: 1, seconds: 900 }
		const attempt = () => countAttempts([[rule, 'ruth']])
		await attempt()
		expect(await attempt()).toBe(900)
		jump(-14 * MINUTE)
		expect(await attempt()).toBe(29 * 60)
		jump(29 * MINUTE)
		expect(await attempt()).toBeUndefined()
	})

	test('are not lifted by a node two minutes behind', async () => {
		await lock()
		jump(-2 * MINUTE)
		expect(await signIn(TEST_PASSWORD)).toBe(429)
	})
})

describe('data from a clock a day ahead', () => {
	let admin: Principal
	beforeEach(async () => {
		admin = await signedIn(await insertAccount({ role: 'admin' }))
	})
	const invite = async (list: string) => {
		const reply = await callApi(createImport, { as: admin, rawBody: `Name,Email\n${list}` })
		expect(reply.status, reply.text).toBeLessThan(300)
		await runImports(new AbortController().signal)
	}
	const mailsTo = async (domain: string) =>
		(await db().select().from(outbox))
			.filter(({ payload }) => payload.includes(domain))
			.map(({ availableAt }) => availableAt.getTime())
			.toSorted((a, b) => a - b)

	test.each([
		['a day', DAY],
		['a year', 365 * DAY],
	])('does not delay later invitations: %s', async (_, ahead) => {
		jump(ahead)
		admin = await signedIn(await insertAccount({ role: 'admin' }))
		await invite('One,one@early.example\nTwo,two@early.example')
		jump(-ahead)
		await invite('Three,three@late.example\nFour,four@late.example')
		const [first = 0, second = 0] = await mailsTo('late.example')
		expect(first - Date.now()).toBeLessThan(MINUTE)
		// The pause between emails also applies to another list.
		expect(second).toBeGreaterThan(first)
		await invite('Five,five@last.example')
		expect((await mailsTo('last.example'))[0]).toBeGreaterThan(second)
	})

	test('does not delay waiting emails, new or retried', async () => {
		const now = Date.now()
		const row = (id: string, createdAt: number, availableAt: number, attempts: number) => ({
			...{ id, kind: 'mail', payload: '{}', attempts },
			...{ createdAt: new Date(createdAt), availableAt: new Date(availableAt) },
		})
		await db()
			.insert(outbox)
			.values([
				row('written', now + DAY, now + DAY, 0),
				row('paced', now + DAY, now + DAY + MINUTE, 0),
				row('tried', now - MINUTE, now + DAY, 2),
				row('later', now - MINUTE, now + DAY, 0),
				row('again', now - MINUTE, now + 3 * HOUR, 9),
			])
		await resetPostponed()
		const due = new Map((await db().select().from(outbox)).map(({ id, availableAt }) => [id, availableAt.getTime()]))
		expect(Object.fromEntries(due)).toEqual({
			...{ written: now, paced: now + MINUTE, tried: now },
			...{ later: now + DAY, again: now + 3 * HOUR },
		})
	})

	test('is repaired in digests, so the next one has every unread notification', async () => {
		const now = Date.now()
		const insert = async (id: string, every: 'day' | 'week', nextAt: number, notifiedUntil: number) => {
			const { id: userId } = await insertAccount({ email: `${id}@club.example` })
			await db()
				.insert(digestSettings)
				.values({
					...{ userId, every, weekday: 1, timeZone: 'UTC' },
					...{ nextAt: new Date(nextAt), notifiedUntil: new Date(notifiedUntil) },
				})
			return userId
		}
		const ids = [
			await insert('ahead', 'day', now + 1.5 * DAY, now + DAY),
			await insert('year', 'week', now + 366 * DAY, now + 365 * DAY),
			await insert('right', 'week', now + 6 * DAY, now - DAY),
			await insert('due', 'day', now - HOUR, now - DAY),
		]
		await resetPostponedDigests(now)
		const rows = await db().select().from(digestSettings)
		const of = (id: string) => rows.find(({ userId }) => userId === id)
		expect(ids.map((id) => (Number(of(id)?.nextAt) - now) / DAY)).toEqual([0.5, 2, 6, -1 / 24])
		expect(ids.map((id) => (Number(of(id)?.notifiedUntil) - now) / DAY)).toEqual([-1, -7, -1, -1])
	})

	test('does not leave a last-seen time in the future', async () => {
		jump(DAY)
		expect(await sessionStatus()).toBe(200)
		await writeSeen()
		jump(-DAY)
		expect(await sessionStatus()).toBe(200)
		await writeSeen()
		const [user] = await db().select({ at: users.lastSeenAt }).from(users).where(eq(users.email, 'ruth@club.example'))
		expect(Number(user?.at)).toBeLessThanOrEqual(Date.now())
	})

	test('does not delay the next check of the search index', async () => {
		const now = Date.now()
		await db()
			.update(searchState)
			.set({ finishedAt: new Date(now), comparedAt: new Date(now), wordsGoneAt: null })
		await db().delete(searchWork)
		expect(await dueSearch(now)).toHaveLength(0)
		expect(await dueSearch(now - DAY)).toHaveLength(1)
	})

	test('does not block a rebuild of the search index', async () => {
		const start = async () => (await callApi(rebuildSearch, { as: admin })).status
		await db().update(searchState).set({ finishedAt: new Date() })
		jump(DAY)
		admin = await signedIn(await insertAccount({ role: 'admin' }))
		expect([await start(), await start()]).toEqual([204, 409])
		jump(-DAY)
		expect([await start(), await start()]).toEqual([204, 409])
	})

	test('locks a module again if it was released too early', async () => {
		const course = await makeCourse(admin)
		const { id } = await makeModule(admin, course.id, { availableFrom: new Date(Date.now() + 12 * HOUR).toISOString() })
		const isOpen = async () => (await db().select().from(modules).where(eq(modules.id, id)))[0]?.isOpen
		jump(DAY)
		await runSchedule('here')
		expect(await isOpen()).toBe(true)
		jump(-DAY)
		expect(Number((await dueSchedule())[0]?.at)).toBe(Date.now())
		await runSchedule('here')
		expect(await isOpen()).toBe(false)
		expect(Number((await dueSchedule())[0]?.at)).toBe(NEVER)
		jump(12 * HOUR)
		await runSchedule('here')
		expect(await isOpen()).toBe(true)
	})
})

describe('leases', () => {
	const TTL = MINUTE
	const take = (holder: string) => takeLease('feed', holder, TTL)

	test('of a dead node with a clock a day ahead are free immediately', async () => {
		jump(DAY)
		expect(await take('dead')).toBe(true)
		jump(-DAY)
		expect(await take('next')).toBe(true)
		expect(await db().select({ holder: leases.holder }).from(leases)).toEqual([{ holder: 'next' }])
	})

	test('of a node two minutes ahead are kept, and it can renew them after a jump in either direction', async () => {
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
