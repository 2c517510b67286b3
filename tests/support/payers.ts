import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll } from 'vitest'
import { db } from '#db/client.ts'
import { coupons, invoices, memberships, plans } from '#db/schema/dues.ts'
import { readLedger } from '#src/features/dues/server/ledger.ts'
import { newId } from '#src/lib/ids.ts'
import { insertAccount } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'

let database: TestDatabase

/** Sets up a club for all tests of a file. Invoices cannot be deleted, so each test has its own members. */
export function setUpPayers(): void {
	beforeAll(async () => {
		database = await freshDatabase()
	})
	afterAll(() => database.discard())
}

/** Inserts a plan, by default $490 a year. */
export async function insertPlan(overrides: Partial<typeof plans.$inferInsert> = {}) {
	const id = newId()
	const [plan] = await db()
		.insert(plans)
		.values({
			...{ id, name: `Plan ${id}`, description: '', amountCents: 49_000, currency: 'USD', months: 12 },
			createdAt: new Date(),
			...overrides,
		})
		.returning()
	if (!plan) throw new Error('No plan was inserted')
	return plan
}

/** Inserts a coupon, by default for half of the first period. */
export async function insertCoupon(overrides: Partial<typeof coupons.$inferInsert> = {}) {
	const code = newId()
	await db()
		.insert(coupons)
		.values({ code, percent: 50, lasts: 'once', createdAt: new Date(), ...overrides })
	return overrides.code ?? code
}

/** Inserts a member on a plan who has not paid yet. */
export async function insertPayer(overrides: Partial<typeof memberships.$inferInsert> = {}, account = {}) {
	const user = await insertAccount(account)
	const planId = overrides.planId === undefined ? (await insertPlan()).id : overrides.planId
	await db()
		.insert(memberships)
		.values({ userId: user.id, startedOn: '2027-03-14', anchorDay: 14, ...overrides, planId })
	return user
}

export async function membershipOf(userId: string) {
	const [row] = await db().select().from(memberships).where(eq(memberships.userId, userId))
	if (!row) throw new Error('There is no membership')
	return row
}

/** Returns a member's invoices in order, as state, total and period. */
export const invoicesOf = async (userId: string) =>
	(await readLedger(userId)).entries.map(({ row, state }) => [state, row.totalCents, row.periodFrom, row.periodTo])

export const allInvoices = () => db().select().from(invoices).orderBy(asc(invoices.year), asc(invoices.sequence))
