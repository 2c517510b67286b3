import { and, eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { coupons, plans } from '#db/schema/dues.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { goodThrough } from '#src/lib/dues/standing.ts'
import { site } from '#src/lib/site/site.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { changedSince } from '#src/platform/endpoint/version.ts'
import { env } from '#src/platform/env/env.ts'
import { log } from '#src/platform/log.ts'
import { consentText } from '../../consent.ts'
import * as contracts from '../../contract.ts'
import { actions } from '../audit-actions.ts'
import { isRedeemable } from '../coupons.ts'
import { changeLedger, type Ledger } from '../ledger.ts'
import { readMembership } from '../memberships.ts'
import { datesOf, isUnchanged, type MembershipRow, type Payer, readPayer } from '../payer.ts'
import { cards } from '../providers/cards.ts'
import { PriceMismatchError, ProviderUnavailableError } from '../providers/provider.ts'
import { applyCustomer } from './apply-state.ts'
import { firstChargeAt, termsFor } from './cards.ts'

const membershipUrl = (query = '') => `${env().publicUrl}/account/membership${query}`
/** Awaits a provider call. If the provider is unreachable, the error states that nothing was charged. */
async function withProviderErrors<T>(work: Promise<T>): Promise<T> {
	try {
		return await work
	} catch (error) {
		if (error instanceof PriceMismatchError) {
			log.error({ err: error }, 'the price at the payment provider is not that of the plan')
			throw httpError(contracts.checkout.errors.price)
		}
		if (!(error instanceof ProviderUnavailableError)) throw error
		log.warn({ err: error }, 'the payment provider did not answer')
		throw httpError(contracts.PROVIDER_AWAY)
	}
}

/** Finds a coupon that can be redeemed. @throws {ApiError} */
async function couponOf(code: string | undefined, today: string) {
	if (!code) return undefined
	const [coupon] = await db()
		.select()
		.from(coupons)
		.where(and(eq(coupons.code, code), isRedeemable(today)))
	if (!coupon) throw httpError(contracts.checkout.errors.coupon)
	return coupon
}

/**
 * Looks for an existing subscription at the provider: just paid, or with a failing card.
 * @returns the URL of the page to pay a failed charge. @throws {ApiError} if the member already pays.
 */
async function findPayUrl(payer: Payer | undefined, provider: NonNullable<ReturnType<typeof cards>>) {
	const { customerId } = payer?.membership ?? {}
	if (!customerId) return undefined
	const open = (await withProviderErrors(provider.subscriptions(customerId))).filter(({ isOpen }) => isOpen)
	const failed = open.find(({ payUrl }) => payUrl !== undefined)
	if (failed) return failed.payUrl
	if (open.length === 0) return undefined
	await withProviderErrors(applyCustomer(customerId))
	const { subscriptionId } = (await readPayer(payer?.user.id ?? ''))?.membership ?? {}
	if (subscriptionId) throw httpError(contracts.checkout.errors.hasOne)
	return undefined
}

export const checkout: Service<typeof contracts.checkout> = async ({ body }, { user }) => {
	const { errors } = contracts.checkout
	const provider = cards()
	const today = clubDay()
	const [payer, [plan]] = await Promise.all([
		readPayer(user.id),
		db().select().from(plans).where(eq(plans.id, body.planId)),
	])
	if (user.role === 'admin') throw httpError(errors.hasOne)
	if (!plan || plan.archivedAt || !(plan.isPublic || plan.id === payer?.plan?.id)) throw httpError(errors.plan)
	const priceId = provider?.priceOf(plan)
	if (!provider || !priceId) throw httpError(errors.noCards)
	const terms = termsFor(payer, plan, today)
	const text = consentText(site().name, plan, terms)
	// The price or the day has changed since the page was shown.
	if (body.consent !== text) throw httpError(errors.consent)
	const coupon = await couponOf(body.coupon, today)
	const payUrl = await findPayUrl(payer, provider)
	if (payUrl) return { url: payUrl }
	const url = await withProviderErrors(
		provider.checkout({
			...{ userId: user.id, name: user.name, email: user.email, customerId: payer?.membership.customerId ?? null },
			...{ priceId, plan, coupon, consent: text, firstChargeAt: firstChargeAt(terms, today) },
			keptCents: terms.amountCents === plan.amountCents ? undefined : terms.amountCents,
			partCents: terms.part?.cents,
			creditCents: payer?.membership.creditCents ?? 0,
			...{ successUrl: membershipUrl('?payment=done'), cancelUrl: membershipUrl('?payment=cancelled') },
		}),
	)
	return { url }
}

export const openPortal: Service<typeof contracts.openPortal> = async (_, { user }) => {
	const { customerId, subscriptionId } = (await readPayer(user.id))?.membership ?? {}
	const provider = cards()
	if (!provider || !customerId || !subscriptionId) throw httpError(contracts.openPortal.errors.noCard)
	return { url: await withProviderErrors(provider.portal(customerId, membershipUrl())) }
}

/** Writes a change that members make themselves, with its audit entry. */
const changeOwn = (user: CurrentUser, action: keyof typeof actions, set: Partial<MembershipRow>) =>
	changeLedger(user.id, ({ payer }: Ledger) => ({
		set,
		statements: [
			recordAudit(
				{ actor: user, action: actions[action], subject: { type: 'user', id: user.id, name: user.name } },
				isUnchanged(payer),
			),
		],
	}))

/** @throws {ApiError} if the membership has changed since the page was opened: members agree only to what they saw. */
async function assertCurrent(
	contract: typeof contracts.cancelMembership | typeof contracts.resumeMembership,
	version: number | undefined,
	userId: string,
): Promise<void> {
	const shown = version === undefined ? undefined : (await readMembership(userId)).membership
	const changed = shown && changedSince(contract, version, shown)
	if (changed) throw changed
}

export const cancelMembership: Service<typeof contracts.cancelMembership> = async ({ body }, { user }) => {
	const { membership } = (await readPayer(user.id)) ?? {}
	if (!membership || membership.cancelledAt) throw httpError(contracts.cancelMembership.errors.none)
	await assertCurrent(contracts.cancelMembership, body.version, user.id)
	const { subscriptionId } = membership
	const provider = cards()
	// After the paid period, a failed charge would be retried until the subscription's own period ends.
	const isOver = goodThrough({ ...datesOf(membership), isCancelled: true }) < clubDay()
	// Call the provider first: if it is unreachable, nothing has changed here either.
	if (provider && subscriptionId)
		await withProviderErrors(isOver ? provider.end(subscriptionId, []) : provider.setCancelled(subscriptionId, true))
	await changeOwn(user, 'dues.cancelled', { cancelledAt: new Date(), ...(isOver && { subscriptionId: null }) })
	return (await readMembership(user.id)).membership
}

export const resumeMembership: Service<typeof contracts.resumeMembership> = async ({ body }, { user }) => {
	const { membership } = (await readPayer(user.id)) ?? {}
	// A membership that is over can only restart with a payment.
	if (!membership?.cancelledAt || (membership.goodThrough ?? '') < clubDay())
		throw httpError(contracts.resumeMembership.errors.none)
	await assertCurrent(contracts.resumeMembership, body.version, user.id)
	const { subscriptionId } = membership
	const provider = cards()
	if (provider && subscriptionId) await withProviderErrors(provider.setCancelled(subscriptionId, false))
	await changeOwn(user, 'dues.kept', { cancelledAt: null })
	return (await readMembership(user.id)).membership
}
