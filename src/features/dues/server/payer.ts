import { eq, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { hasRow } from '#db/rows.ts'
import { coupons, memberships, plans } from '#db/schema/dues.ts'
import { users } from '#db/schema/users.ts'
import type { MembershipDates } from '#src/lib/dues/standing.ts'

/** A member with all data that an invoice depends on. */
export type Payer = Awaited<ReturnType<typeof payersStatement>>[number]
export type MembershipRow = typeof memberships.$inferSelect

/** Selects members with their plan and coupon. */
export const payersStatement = (where: SQL | undefined) =>
	db()
		.select({
			user: { id: users.id, name: users.name, email: users.email, role: users.role, firmName: users.firmName },
			membership: memberships,
			plan: plans,
			coupon: coupons,
		})
		.from(memberships)
		.innerJoin(users, eq(users.id, memberships.userId))
		.leftJoin(plans, eq(plans.id, memberships.planId))
		.leftJoin(coupons, eq(coupons.code, memberships.couponCode))
		.where(where)
		.$dynamic()

/** Reads one member; undefined if this person owes no dues. */
export async function readPayer(userId: string): Promise<Payer | undefined> {
	const [payer] = await payersStatement(eq(memberships.userId, userId))
	return payer
}

export const datesOf = (row: MembershipRow): MembershipDates => ({
	paidThrough: row.paidThrough,
	trialUntil: row.trialUntil,
	complimentaryUntil: row.complimentaryUntil,
	pausedOn: row.pausedOn,
	isCancelled: row.cancelledAt !== null,
	renewsByCard: row.subscriptionId !== null,
})

/** Returns the condition that a membership's row has not changed since it was read: every change raises its version. */
export const isRead = ({ membership }: Pick<Payer, 'membership'>): SQL =>
	sql`${memberships.userId} = ${membership.userId} and ${memberships.version} = ${membership.version}`

/** Returns the condition of `isRead` for statements on other tables. */
export const isUnchanged = (payer: Pick<Payer, 'membership'>): SQL => hasRow(memberships, isRead(payer))
