import type { BodyInput } from '#src/lib/api/contract.ts'
import { mutation, query } from '#src/lib/api/query.ts'
import { list } from '#src/lib/api/query-list.ts'
import {
	type DuesTab,
	extendMembership,
	getDues,
	getMemberDues,
	listDues,
	pauseMembership,
	recordPayment,
	reversePayment,
	setComplimentary,
	setPlan,
	voidInvoice,
} from './dues-contract.ts'
import {
	createCoupon,
	createPlan,
	deletePlan,
	endCoupon,
	listCoupons,
	listPlans,
	type Plan,
	updatePlan,
} from './plans-contract.ts'

/** Queries to invalidate after any change of a member's dues. */
const DUES_QUERIES = [listDues, getDues, getMemberDues]

export const PAGE_SIZE = 30

export const listDuesQuery = (tab: DuesTab) => list(listDues, { query: { limit: PAGE_SIZE, tab } })
/** The summary. Requests a single row, since the list fetches its own rows. */
export const getDuesQuery = query(getDues, { query: { limit: 1 } })
export const getMemberDuesQuery = (id: string) => query(getMemberDues, { params: { id } })

export const recordPaymentMutation = (id: string) =>
	mutation(recordPayment, {
		input: (body: BodyInput<typeof recordPayment>) => ({ params: { id }, body }),
		done: 'Payment recorded',
		fallback: 'Failed to record the payment',
		refreshes: DUES_QUERIES,
		refreshesAfterFailure: DUES_QUERIES,
	})

export const setPlanMutation = (id: string) =>
	mutation(setPlan, {
		input: (body: BodyInput<typeof setPlan>) => ({ params: { id }, body }),
		done: ({ plan }) => (plan ? `On the plan ${plan.name}` : 'The member owes no dues'),
		fallback: 'Failed to set the plan',
		refreshes: [...DUES_QUERIES, listPlans],
	})

export const setComplimentaryMutation = (id: string) =>
	mutation(setComplimentary, {
		input: (body: BodyInput<typeof setComplimentary>) => ({ params: { id }, body }),
		done: ({ complimentaryUntil }) => (complimentaryUntil ? 'Membership is complimentary' : 'No longer complimentary'),
		fallback: 'Failed to change the membership',
		refreshes: DUES_QUERIES,
	})

export const pauseMembershipMutation = (id: string) =>
	mutation(pauseMembership, {
		input: (body: BodyInput<typeof pauseMembership>) => ({ params: { id }, body }),
		done: ({ pausedOn }) => (pausedOn ? 'Membership paused' : 'Membership resumed'),
		fallback: 'Failed to change the membership',
		refreshes: DUES_QUERIES,
	})

export const extendMembershipMutation = (id: string) =>
	mutation(extendMembership, {
		input: (body: BodyInput<typeof extendMembership>) => ({ params: { id }, body }),
		done: 'Membership extended',
		fallback: 'Failed to extend the membership',
		refreshes: DUES_QUERIES,
	})

const toReasonInput = ({ id, reason }: { id: string; reason: string }) => ({ params: { id }, body: { reason } })

export const reversePaymentMutation = mutation(reversePayment, {
	input: toReasonInput,
	done: 'Payment reversed',
	fallback: 'Failed to reverse the payment',
	refreshes: DUES_QUERIES,
	refreshesAfterFailure: DUES_QUERIES,
})

export const voidInvoiceMutation = mutation(voidInvoice, {
	input: toReasonInput,
	done: 'Invoice voided',
	fallback: 'Failed to void the invoice',
	refreshes: DUES_QUERIES,
	refreshesAfterFailure: DUES_QUERIES,
})

export const listPlansQuery = query(listPlans)
export const listCouponsQuery = query(listCoupons)

type PlanBody = BodyInput<typeof createPlan>

export const createPlanMutation = mutation(createPlan, {
	input: (body: PlanBody) => ({ body }),
	done: 'Plan added',
	fallback: 'Failed to add the plan',
	refreshes: [listPlans],
})

export const updatePlanMutation = ({ id, isArchived }: Plan) =>
	mutation(updatePlan, {
		input: (body: PlanBody) => ({ params: { id }, body: { ...body, isArchived } }),
		done: 'Plan saved',
		fallback: 'Failed to save the plan',
		refreshes: [listPlans],
	})

/** Archives a plan, or offers it again. */
export const updatePlanArchivedMutation = mutation(updatePlan, {
	key: 'archive',
	input: ({ id, byCard, isArchived, members, ...body }: Plan) => ({
		params: { id },
		body: { ...body, isArchived: !isArchived },
	}),
	done: ({ isArchived }) => (isArchived ? 'Plan archived' : 'Plan offered again'),
	failed: ['Failed to change the plan', 'Please try again'],
	refreshes: [listPlans],
	refreshesAfterFailure: [listPlans],
})

export const deletePlanMutation = (id: string) =>
	mutation(deletePlan, {
		input: () => ({ params: { id } }),
		done: 'Plan deleted',
		fallback: 'Failed to delete the plan',
		refreshes: [listPlans],
		refreshesAfterFailure: [listPlans],
	})

export const createCouponMutation = mutation(createCoupon, {
	input: (body: BodyInput<typeof createCoupon>) => ({ body }),
	done: 'Coupon added',
	fallback: 'Failed to add the coupon',
	refreshes: [listCoupons],
})

export const endCouponMutation = (code: string) =>
	mutation(endCoupon, {
		input: () => ({ params: { code } }),
		done: 'Coupon ended',
		fallback: 'Failed to end the coupon',
		refreshes: [listCoupons],
	})
