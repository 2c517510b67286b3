import { eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { memberships, plans } from '#db/schema/dues.ts'
import { write } from '#db/write.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { addDays } from '#src/lib/dates/calendar-day.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { changedSince } from '#src/platform/endpoint/version.ts'
import * as contracts from '../dues-contract.ts'
import { actions } from './audit-actions.ts'
import { readLedger } from './ledger.ts'
import { act, voidOpen } from './member-acts.ts'
import { findPerson, readMemberDues } from './memberships.ts'
import { isRead, isUnchanged, readPayer } from './payer.ts'

const { errors } = contracts.setPlan

/** Ends a member's dues. Invoices and payments stay. */
async function endDues(id: string, version: number | undefined, actor: { id: string; name: string }) {
	const person = await findPerson(id)
	for (;;) {
		const payer = await readPayer(id)
		if (!payer) break
		const { membership } = payer
		if (membership.subscriptionId) throw httpError(errors.card)
		const current = { ...(await readMemberDues(id)), version: membership.version }
		const conflict = changedSince(contracts.setPlan, version, current)
		if (conflict) throw conflict
		const ledger = { payer, ...(await readLedger(id)), coupons: [] }
		const subject = { type: 'user', id, name: person.name }
		const { deleted } = await write({
			audit: recordAudit({ actor, action: actions['dues.unasked'], subject }, isUnchanged(payer)),
			voided: voidOpen(ledger, 'no dues are owed anymore', clubDay()).statements,
			deleted: db().delete(memberships).where(isRead(payer)),
		})
		if (deleted.rowsAffected > 0) break
	}
	return readMemberDues(id)
}

/** Sets a member's plan. A first plan starts with the grace period, the time to pay for it. */
export const setPlan: Service<typeof contracts.setPlan> = async (input, context) => {
	const { planId, version } = input.body
	if (planId === null) return endDues(input.params.id, version, context.user)
	const [plan] = await db().select().from(plans).where(eq(plans.id, planId))
	if (!plan || plan.archivedAt) throw httpError(errors.plan)
	return act({
		...{ contract: contracts.setPlan, input, context },
		action: actions['dues.planned'],
		detail: { plan: plan.name },
		change(row) {
			if (row.subscriptionId) throw httpError(errors.card)
			return { planId, keptAmountCents: null, keptUntil: null, cancelledAt: null }
		},
		first: { planId, paidThrough: addDays(clubDay(), -1) },
	})
}
