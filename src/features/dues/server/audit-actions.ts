import { defineAuditActions } from '#src/platform/audit.ts'

export const actions = defineAuditActions({
	'plan.added': 'Plan added',
	'plan.changed': 'Plan changed',
	'plan.archived': 'Plan archived',
	'plan.offered': 'Plan offered again',
	'plan.deleted': 'Plan deleted',
	'coupon.added': 'Coupon added',
	'coupon.ended': 'Coupon ended',
	'dues.planned': 'Member put on a plan',
	'dues.unasked': 'Dues of a member ended',
	'dues.complimentary': 'Membership made complimentary',
	'dues.paused': 'Membership paused',
	'dues.resumed': 'Membership resumed',
	'dues.extended': 'Membership extended',
	'dues.paid': 'Payment recorded',
	'dues.reversed': 'Payment reversed',
	'dues.voided': 'Invoice voided',
	'dues.owed': 'Credit of a deleted account to be refunded',
	'dues.cancelled': 'Membership cancelled',
	'dues.kept': 'Cancellation undone',
})
