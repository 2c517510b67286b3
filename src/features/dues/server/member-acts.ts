import { eq, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { db } from '#db/client.ts'
import { hasRow } from '#db/rows.ts'
import { memberships } from '#db/schema/dues.ts'
import { write } from '#db/write.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { addDays, daysBetween, partsOf } from '#src/lib/dates/calendar-day.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { GRACE_DAYS, LAST_DAY } from '#src/lib/dues/standing.ts'
import { type AuditAction, recordAudit } from '#src/platform/audit.ts'
import type { Context, Service } from '#src/platform/endpoint/handle.ts'
import { changedSince } from '#src/platform/endpoint/version.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import * as contracts from '../dues-contract.ts'
import { actions } from './audit-actions.ts'
import { afterChange, type Change, changeLedger, creditOf, type Ledger, readLedger } from './ledger.ts'
import { findPerson, readMemberDues } from './memberships.ts'
import { isUnchanged, type MembershipRow } from './payer.ts'
import { voidChange } from './payments.ts'

// Changes by admins to one membership. Each change voids the open invoices, because their period may be wrong now. The
// next notice issues a new invoice.

/** Computes the change that voids all open invoices. */
export function voidOpen(ledger: Ledger, reason: string, today: string, now = Date.now()): Change {
	let set: Partial<MembershipRow> = {}
	const statements: BatchItem<'sqlite'>[] = []
	for (const entry of ledger.entries.filter(({ state }) => state === 'open')) {
		const payer = afterChange(ledger, set)
		const voided = voidChange({ ...ledger, payer }, entry, reason, { today, now })
		set = { ...set, ...voided.set }
		statements.push(...voided.statements)
	}
	return { set, statements }
}

/** Returns the values of a membership that starts on this day. */
const startValues = (today: string) => ({ startedOn: today, anchorDay: partsOf(today)[2] })

interface Act {
	contract: (typeof contracts)['setPlan' | 'setComplimentary' | 'pauseMembership' | 'extendMembership']
	input: { params: { id: string }; body: { version?: number | undefined } }
	context: Pick<Context<'admin'>, 'user'>
	action: AuditAction
	detail: Record<string, unknown>
	/** Returns the changes to a membership; may throw. */
	change(row: MembershipRow): Partial<MembershipRow>
	/** Values of a membership that this change starts. If omitted, the membership must already exist. */
	first?: Partial<MembershipRow>
}

/** Changes a person's membership, or starts one. */
export async function act({ contract, input, context, action, detail, change, first }: Act) {
	const { version } = input.body
	const today = clubDay()
	const person = await findPerson(input.params.id)
	const entry = { actor: context.user, action, subject: { type: 'user', id: person.id, name: person.name }, detail }
	const errors: { admin?: readonly [number, string]; none?: readonly [number, string] } = contract.errors
	if (person.role === 'admin') throw httpError(errors.admin ?? errors.none ?? contract.errors.unknown)

	async function insertMembership(): Promise<boolean> {
		const creditCents = creditOf((await readLedger(person.id)).entries)
		const { inserted } = await write({
			audit: recordAudit(entry, sql`not ${hasRow(memberships, eq(memberships.userId, person.id))}`),
			inserted: db()
				.insert(memberships)
				.values({ userId: person.id, ...startValues(today), creditCents, ...first })
				.onConflictDoNothing(),
		})
		return inserted.rowsAffected > 0
	}

	for (;;) {
		let isOutdated = version !== undefined && version !== 0
		const exists = await changeLedger(person.id, (ledger) => {
			const { membership } = ledger.payer
			isOutdated = version !== undefined && version !== membership.version
			if (isOutdated) return undefined
			const { set, statements } = voidOpen(ledger, 'the membership has changed', today)
			const changed = change(membership)
			return { statements: [recordAudit(entry, isUnchanged(ledger.payer)), ...statements], set: { ...set, ...changed } }
		})
		const current = isOutdated ? await readMemberDues(person.id) : undefined
		if (current) throw changedSince(contract, version, current) ?? httpError(contract.errors.changed)
		if (!exists && !first) throw httpError(errors.none ?? contract.errors.unknown)
		if (exists || (await insertMembership())) break
	}
	wake('dues')
	return readMemberDues(person.id)
}

export const setComplimentary: Service<typeof contracts.setComplimentary> = (input, context) => {
	const { until, reason } = input.body
	const today = clubDay()
	if (until && until < today) throw httpError(contracts.setComplimentary.errors.past)
	return act({
		...{ contract: contracts.setComplimentary, input, context },
		action: actions['dues.complimentary'],
		detail: { until: until ?? today, reason },
		change: () => ({ complimentaryUntil: until ?? today }),
		first: { complimentaryUntil: until ?? today },
	})
}

/** Moves a day by the length of a pause, unless the day was already past when the pause began. */
const shiftDay = (day: string | null, { from, days, grace = 0 }: { from: string; days: number; grace?: number }) =>
	day && addDays(day, grace) >= from ? addDays(day, days) : day

/** Ends a pause: the rest of the paid period, its grace and the trial continue from today. */
function resumeChanges({ pausedOn, paidThrough, trialUntil }: MembershipRow, today: string): Partial<MembershipRow> {
	if (!pausedOn) return {}
	const pause = { from: pausedOn, days: Math.max(0, daysBetween(pausedOn, today)) }
	return {
		pausedOn: null,
		paidThrough: shiftDay(paidThrough, { ...pause, grace: GRACE_DAYS }),
		trialUntil: shiftDay(trialUntil, pause),
	}
}

export const pauseMembership: Service<typeof contracts.pauseMembership> = (input, context) => {
	const { isPaused, reason } = input.body
	const { errors } = contracts.pauseMembership
	const today = clubDay()
	return act({
		...{ contract: contracts.pauseMembership, input, context },
		action: actions[isPaused ? 'dues.paused' : 'dues.resumed'],
		detail: { reason },
		change(row) {
			if ((row.pausedOn !== null) === isPaused) throw httpError(errors.none)
			if (row.subscriptionId) throw httpError(errors.card)
			return isPaused ? { pausedOn: today } : resumeChanges(row, today)
		},
	})
}

export const extendMembership: Service<typeof contracts.extendMembership> = (input, context) => {
	const { days, reason } = input.body
	const yesterday = addDays(clubDay(), -1)
	return act({
		...{ contract: contracts.extendMembership, input, context },
		action: actions['dues.extended'],
		detail: { days, reason },
		change(row) {
			const paidThrough = addDays(row.paidThrough ?? yesterday, days)
			if (paidThrough > LAST_DAY) throw httpError(contracts.extendMembership.errors.last)
			return { paidThrough }
		},
	})
}
