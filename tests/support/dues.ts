import { afterEach, beforeEach, vi } from 'vitest'
import { db } from '#db/client.ts'
import { memberships } from '#db/schema/dues.ts'
import { createPlan, type Plan } from '#src/features/dues/plans-contract.ts'
import { addDays } from '#src/lib/dates/calendar-day.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { ALWAYS, type Standing } from '#src/lib/dues/standing.ts'
import { setSite } from '#src/lib/site/site.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'

export type MembershipRow = typeof memberships.$inferInsert

let database: TestDatabase
export let admin: Principal
let account: Awaited<ReturnType<typeof insertAccount>>

/** Signs the admin in again after a test has moved the clock. */
export async function signInAgain(): Promise<void> {
	admin = await signedIn(account)
}

/** Sets up a separate club that collects dues, with an admin, for each test. */
export function setUpDues(): void {
	beforeEach(async () => {
		database = await freshDatabase()
		setSite({ collectsDues: 'on' })
		account = await insertAccount({ role: 'admin', name: 'Ruth Adeyemi', email: 'ruth@club.example' })
		await signInAgain()
	})
	afterEach(async () => {
		vi.useRealTimers()
		setSite({})
		await database.discard()
	})
}

/** Returns the dates of a membership that has this standing today. */
export function datesOf(standing: Standing, today = clubDay()): Partial<MembershipRow> {
	const dates: Record<Standing, Partial<MembershipRow>> = {
		trial: { trialUntil: addDays(today, 5) },
		current: { paidThrough: addDays(today, 200) },
		due: { paidThrough: addDays(today, 20) },
		grace: { paidThrough: addDays(today, -3) },
		lapsed: { paidThrough: addDays(today, -20) },
		paused: { paidThrough: addDays(today, 200), pausedOn: addDays(today, -2) },
		complimentary: { complimentaryUntil: ALWAYS },
		ended: { paidThrough: addDays(today, -3), cancelledAt: new Date() },
	}
	return dates[standing]
}

/** Sets or replaces the membership of a person. */
export async function setMembership(userId: string, row: Partial<MembershipRow>): Promise<void> {
	const values = { startedOn: '2026-01-31', anchorDay: 31, ...row }
	await db()
		.insert(memberships)
		.values({ userId, ...values })
		.onConflictDoUpdate({ target: memberships.userId, set: values })
}

/** Inserts a member with a membership in this standing. */
export async function memberIn(standing: Standing, row: Partial<MembershipRow> = {}) {
	const account = await insertAccount()
	await setMembership(account.id, { ...datesOf(standing), ...row })
	return account
}

/** Adds a plan through the API, by default $490 a year. */
export async function addPlan(overrides: Partial<Plan> = {}): Promise<Plan> {
	const body = { ...PLAN, name: `Plan ${++planCount}`, ...overrides }
	const reply = await callApi(createPlan, { as: admin, body })
	if (reply.status !== 201) throw new Error(`${reply.status} ${reply.text}`)
	return reply.json as Plan
}

let planCount = 0
export const PLAN = {
	...{ name: 'Annual', description: 'A year of everything.', amountCents: 490_00, currency: 'USD', months: 12 },
	...{ trialDays: 0, isFounding: false, isPublic: true, providerPrice: '' },
}
