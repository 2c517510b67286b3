import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { coupons, memberships, plans } from '#db/schema/dues.ts'
import { users } from '#db/schema/users.ts'
import { partsOf } from '#src/lib/dates/calendar-day.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { log } from '#src/platform/log.ts'
import { chargedSince, deletedAt } from '../leaving.ts'
import { changeLedger, creditOf, readLedger } from '../ledger.ts'
import { isUnchanged, readPayer } from '../payer.ts'
import { cards } from '../providers/cards.ts'
import type { PaymentProvider, Subscription } from '../providers/provider.ts'
import { charged, type PlanRow, refunded, subscribed } from './charges.ts'

/** Finds the owner of these subscriptions, and which are ours: at our prices, from our orders, or already recorded. */
async function ownersOf(subscriptions: readonly Subscription[], customerId: string, provider: PaymentProvider) {
	const ids = subscriptions.flatMap(({ userId }) => userId ?? [])
	const [allPlans, members, people] = await Promise.all([
		db().select().from(plans),
		db().select().from(memberships).where(eq(memberships.customerId, customerId)),
		db().select({ id: users.id }).from(users).where(inArray(users.id, ids)),
	])
	// Only our orders name both a plan and an account. They may have a kept price instead of the plan's.
	const planOf = ({ priceId, planId, userId }: Subscription) =>
		allPlans.find((plan) => provider.priceOf(plan) === priceId) ??
		(userId === undefined ? undefined : allPlans.find(({ id }) => id === planId))
	const [member] = members
	// Never matched by email address: anyone can enter any address at the provider.
	const ownerOf = ({ userId }: Subscription) => member?.userId ?? people.find(({ id }) => id === userId)?.id
	const isOurs = (one: Subscription) => planOf(one) !== undefined || member?.subscriptionId === one.id
	const [userId] = subscriptions.filter(isOurs).flatMap((one) => ownerOf(one) ?? [])
	return {
		planOf,
		userId,
		own: subscriptions.filter((one) => isOurs(one) && ownerOf(one) === userId),
	}
}

/** Creates a membership for a person who owed no dues before paying. */
async function startMembership(userId: string, first: Subscription, plan: PlanRow | undefined): Promise<void> {
	const startedOn = clubDay(first.createdAt)
	const creditCents = creditOf((await readLedger(userId)).entries)
	await db()
		.insert(memberships)
		.values({ userId, planId: plan?.id ?? null, startedOn, anchorDay: partsOf(startedOn)[2], creditCents })
		.onConflictDoNothing()
}

/** Counts the use of a coupon, once per subscription. */
const countCoupon = (code: string, when: SQL) =>
	db()
		.update(coupons)
		.set({ used: sql`${coupons.used} + 1` })
		.where(and(eq(coupons.code, code), sql`(${coupons.most} is null or ${coupons.used} < ${coupons.most})`, when))

/** Ends all open subscriptions except the first, and refunds their charges. @returns whether there were any. */
async function endDuplicateSubscriptions(own: readonly Subscription[], provider: PaymentProvider): Promise<boolean> {
	// There are several if two orders were paid at once.
	const [, ...surplus] = own.filter(({ isOpen }) => isOpen)
	for (const one of surplus) {
		log.warn({ subscription: one.id }, 'a second subscription was ended and its charge refunded')
		await provider.end(one.id, one.charges)
	}
	return surplus.length > 0
}

/** Ends subscriptions of deleted accounts, such as one paid on a page that was still open at the deletion. */
async function endSubscriptionsOfDeleted(own: readonly Subscription[], provider: PaymentProvider): Promise<void> {
	for (const { id, userId, isOpen, charges } of own) {
		const at = isOpen && userId ? await deletedAt(userId) : undefined
		if (at !== undefined) await provider.end(id, chargedSince(charges, at))
	}
}

/** Records charges, refunds and the state of a member's subscriptions, each in its own write. */
async function record(
	userId: string,
	own: readonly Subscription[],
	planOf: (one: Subscription) => PlanRow | undefined,
	{ recordedBy, now }: { recordedBy: string; now: number },
): Promise<void> {
	const when = { today: clubDay(now), now }
	const charges = own
		.flatMap((subscription) =>
			subscription.charges.map((charge) => ({ charge, subscription, plan: planOf(subscription), recordedBy })),
		)
		.toSorted((a, b) => a.charge.paidAt - b.charge.paidAt)
	// Most are recorded already. New ones are checked again in their write.
	const recorded = new Set((await readLedger(userId)).payments.map(({ reference }) => reference))
	for (const data of charges.filter(({ charge }) => !recorded.has(charge.id)))
		await changeLedger(userId, (ledger) => charged(ledger, data, when))
	for (const { charge } of charges)
		for (const _ of charge.refunds.filter(({ id }) => !recorded.has(id)))
			await changeLedger(userId, (ledger) => refunded(ledger, charge, recordedBy, when))
	await changeLedger(userId, (ledger) => {
		const change = subscribed(ledger, own, planOf)
		const id = change?.set.subscriptionId
		const isNew = id !== undefined && id !== ledger.payer.membership.subscriptionId
		const coupon = isNew ? own.find((one) => one.id === id)?.coupon : undefined
		return change && { ...change, statements: coupon ? [countCoupon(coupon, isUnchanged(ledger.payer))] : [] }
	})
}

/**
 * Sets the member's credit at the provider, which deducts it from the next charge. Excludes credit that recorded
 * charges have used.
 */
async function syncCredit(userId: string, provider: PaymentProvider): Promise<void> {
	const { membership, plan } = (await readPayer(userId)) ?? {}
	const { customerId, subscriptionId, creditCents = 0 } = membership ?? {}
	if (customerId && subscriptionId && plan) await provider.setCredit(customerId, creditCents, plan.currency)
}

/** Maximum number of times to fetch a state that changes while it is applied. */
const MAX_TRIES = 5

/**
 * Updates a member to the state of a customer at the provider. The state is complete, so it can be applied at any time,
 * in any order and any number of times. If the customer has no account, only ends subscriptions of deleted accounts.
 * @throws {ProviderUnavailableError}
 */
export async function applyCustomer(customerId: string, now = Date.now(), tries = 1): Promise<void> {
	const provider = cards()
	if (!provider || customerId === '') return
	const retry = () => applyCustomer(customerId, now, tries + 1)
	const fetched = await provider.subscriptions(customerId)
	const { userId, own, planOf } = await ownersOf(fetched, customerId, provider)
	const [first] = own
	if (!userId) return endSubscriptionsOfDeleted(own, provider)
	if (!first) return
	if (tries < MAX_TRIES && (await endDuplicateSubscriptions(own, provider))) return retry()
	await startMembership(userId, first, planOf(first))
	try {
		await record(userId, own, planOf, { recordedBy: provider.name, now })
		await syncCredit(userId, provider)
	} catch (error) {
		// Another node has recorded the same charge concurrently.
		if (tries === MAX_TRIES || !isUniqueViolation(error, 'dues_payments.reference')) throw error
		return retry()
	}
}
