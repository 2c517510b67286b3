import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { memberships } from '#db/schema/dues.ts'
import { users } from '#db/schema/users.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { hasFeature } from '#src/lib/site/features.ts'

// The condition for member access, in two forms: for a row in code, and in SQL to select recipients of emails and
// calendars.

/** Columns of the membership for `lapseText`, from a left join on `memberships.user_id`. */
export const standingColumns = {
	goodThrough: memberships.goodThrough,
	pausedOn: memberships.pausedOn,
	cancelledAt: memberships.cancelledAt,
	paidThrough: memberships.paidThrough,
	trialUntil: memberships.trialUntil,
	complimentaryUntil: memberships.complimentaryUntil,
}

interface StandingRow {
	role: 'admin' | 'user'
	/** Null if there is no membership: no dues are required. */
	goodThrough: string | null
	pausedOn: string | null
	cancelledAt: Date | null
	paidThrough: string | null
	trialUntil: string | null
	complimentaryUntil: string | null
}

const RENEW = 'You can renew it on your membership page.'

/**
 * Returns the error for every call by a member who is not in good standing; undefined otherwise. Admins never lapse.
 */
export function lapseText(row: StandingRow, now = Date.now()): string | undefined {
	if (row.role === 'admin' || row.goodThrough === null || !hasFeature('dues')) return undefined
	const today = clubDay(now)
	if (row.goodThrough >= today) return undefined
	if (row.pausedOn && row.pausedOn <= today) return 'Your membership is paused.'
	if (row.cancelledAt) return `Your membership has ended. ${RENEW}`
	if (row.paidThrough || row.trialUntil || row.complimentaryUntil) return `Your membership has lapsed. ${RENEW}`
	return 'Your membership begins with your first payment. Your membership page says how to pay.'
}

/** Returns the condition that a person has full member access. */
export const isInGoodStanding = (userId: SQLWrapper | string, now = Date.now()): SQL =>
	hasFeature('dues')
		? sql`not exists (select 1 from ${memberships} m join ${users} payer on payer.id = m.user_id
			where m.user_id = ${userId} and payer.role = 'user' and m.good_through < ${clubDay(now)})`
		: sql`1`
