import * as z from 'zod/mini'
import { contract } from '#src/lib/api/contract.ts'
import { day, lineBetween } from '#src/lib/api/fields.ts'
import { changedMeanwhile, versionField } from '#src/lib/api/version.ts'
import { currency, offeredPlan, PERIODS } from './contract.ts'

// Plans and coupons, for admins.

/** Highest price, in cents. */
const MAX_CENTS = 100_000_00
const AMOUNT = 'Enter an amount such as 49.00'
export const amountCents = z
	.number(AMOUNT)
	.check(
		z.int(AMOUNT),
		z.gt(0, 'The amount must be more than 0'),
		z.lte(MAX_CENTS, 'The amount must be at most 100,000'),
	)

const PERIOD = 'Choose how often it is paid'
const TRIAL = 'A trial lasts 0 to 90 days'

export const planFields = {
	name: lineBetween('Name', 2, 60),
	description: z.string().check(z.trim(), z.maxLength(300, 'Description must be at most 300 characters')),
	amountCents,
	currency,
	months: z.number(PERIOD).check(z.refine((months) => PERIODS.some((period) => period === months), PERIOD)),
	trialDays: z.number(TRIAL).check(z.int(TRIAL), z.gte(0, TRIAL), z.lte(90, TRIAL)),
	isFounding: z.boolean(),
	isPublic: z.boolean(),
	/** Id of the price at the payment provider; empty if the plan cannot be paid by card. */
	providerPrice: z.string().check(z.trim(), z.maxLength(100, 'Use the ID of the price, such as price_1Nv0FG')),
}

export const planBody = z.object({ ...planFields, ...versionField })

export const plan = z.extend(offeredPlan, {
	isFounding: z.boolean(),
	isPublic: z.boolean(),
	providerPrice: z.string(),
	isArchived: z.boolean(),
	/** Number of members on this plan. */
	members: z.number(),
	version: z.number(),
})
export type Plan = z.output<typeof plan>

const NAME_TAKEN = [409, 'A plan with this name already exists'] as const
const PRICE_TAKEN = [409, 'Another plan already uses this price at the payment provider'] as const
const UNKNOWN = [404, 'Plan not found'] as const

export const listPlans = contract('GET /api/admin/plans', { access: 'admin', response: z.array(plan) })

export const createPlan = contract('POST /api/admin/plans', {
	access: 'admin',
	status: 201,
	body: planBody,
	response: plan,
	errors: { name: NAME_TAKEN, price: PRICE_TAKEN },
})

/** Members are emailed a new price, which applies from their next renewal. Cards keep a lower price for 46 days. */
export const updatePlan = contract('PUT /api/admin/plans/:id', {
	access: 'admin',
	body: z.extend(planBody, { isArchived: z.boolean() }),
	response: plan,
	errors: {
		unknown: UNKNOWN,
		name: NAME_TAKEN,
		price: PRICE_TAKEN,
		currency: [409, 'A plan with members keeps its currency and period. Make a new plan.'],
		changed: changedMeanwhile('plan'),
	},
	current: plan,
})

/** Deletes a plan without members. Plans with members can only be archived. */
export const deletePlan = contract('DELETE /api/admin/plans/:id', {
	access: 'admin',
	errors: { unknown: UNKNOWN, used: [409, 'Members are on this plan. Archive it instead.'] },
})

const CODE = 'A code has 3 to 40 letters, digits and hyphens'
const PERCENT = 'A coupon takes off 1 to 100 percent'
const MAX = 'At least one member must be able to use it'
export const couponFields = {
	code: z.string(CODE).check(z.trim(), z.toLowerCase(), z.regex(/^[a-z0-9-]{3,40}$/, CODE)),
	percent: z.nullable(z.number(PERCENT).check(z.int(PERCENT), z.gte(1, PERCENT), z.lte(100, PERCENT))),
	amountCents: z.nullable(amountCents),
	lasts: z.enum(['once', 'always'], 'Choose how long it lasts'),
	until: z.nullable(day),
	most: z.nullable(z.number(MAX).check(z.int(MAX), z.gte(1, MAX), z.lte(100_000, MAX))),
}

export const coupon = z.object({
	code: z.string(),
	percent: z.nullable(z.number()),
	amountCents: z.nullable(z.number()),
	lasts: z.enum(['once', 'always']),
	until: z.nullable(day),
	most: z.nullable(z.number()),
	used: z.number(),
})
export type Coupon = z.output<typeof coupon>

export const listCoupons = contract('GET /api/admin/coupons', { access: 'admin', response: z.array(coupon) })

export const createCoupon = contract('POST /api/admin/coupons', {
	access: 'admin',
	status: 201,
	body: z.object(couponFields),
	response: coupon,
	errors: {
		taken: [409, 'A coupon with this code already exists'],
		kind: [400, 'Enter a percentage or an amount'],
	},
})

/** Ends a coupon: it can no longer be redeemed, but members who have it keep it. */
export const endCoupon = contract('DELETE /api/admin/coupons/:code', {
	access: 'admin',
	errors: { unknown: [404, 'Coupon not found'] },
})
