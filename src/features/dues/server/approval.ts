import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { db } from '#db/client.ts'
import { memberships, plans } from '#db/schema/dues.ts'
import { addDays, partsOf } from '#src/lib/dates/calendar-day.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { hasFeature } from '#src/lib/site/features.ts'
import { site } from '#src/lib/site/site.ts'
import { isOffered, listOfferedPlans, planFor } from './plans.ts'

// Two ways to start: approved applicants pay first, or get full access at once and pay later (`duesDoor`).

/**
 * Returns the statements that store an applicant's chosen plan. An unknown plan, or one that is no longer offered, is
 * not stored: the applicant then gets the first plan.
 */
export function choosePlan(userId: string, planId: string | undefined, when: SQL): BatchItem<'sqlite'>[] {
	if (!planId || !hasFeature('dues')) return []
	const today = clubDay()
	return [
		db().run(sql`
			insert into ${memberships} (user_id, plan_id, started_on, anchor_day)
			select ${userId}, id, ${today}, ${partsOf(today)[2]} from ${plans} where id = ${planId} and ${isOffered} and ${when}`),
	]
}

/** SQL for the name of the plan that a person has or chose as an applicant; null if none, or while dues are off. */
export const planNameOf = (userId: SQLWrapper): SQL<string | null> =>
	hasFeature('dues')
		? sql`(select p.name from ${memberships} m join ${plans} p on p.id = m.plan_id where m.user_id = ${userId})`
		: sql`null`

/** Returns whether the next approved applicant has to pay before getting access. */
export const paysFirst = async () =>
	hasFeature('dues') && site().duesDoor === 'payFirst' && (await listOfferedPlans()).length > 0

/**
 * Returns the statements that start the membership of an approved applicant. If there are no plans, no dues are
 * required. While dues are off, an earlier choice of the applicant is deleted.
 */
export function beginMembership(userId: string, when: SQL, now = Date.now()): BatchItem<'sqlite'>[] {
	if (!hasFeature('dues'))
		return [
			db()
				.delete(memberships)
				.where(sql`${eq(memberships.userId, userId)} and good_through = '' and ${when}`),
		]
	const today = clubDay(now)
	const paysLater = site().duesDoor === 'approve'
	// The trial includes the first day. If there is no trial, the grace period starts today.
	const trialUntil = paysLater
		? sql`case when trial_days > 0 then date(${today}, (trial_days - 1) || ' days') end`
		: null
	const paidThrough = paysLater ? sql`case when trial_days = 0 then ${addDays(today, -1)} end` : null
	const chosen = sql`(select plan_id from ${memberships} where user_id = ${userId})`
	return [
		db().run(sql`
			insert into ${memberships} (user_id, plan_id, started_on, anchor_day, trial_until, paid_through)
			select ${userId}, id, ${today}, ${partsOf(today)[2]}, ${trialUntil}, ${paidThrough}
			from ${plans} where id = ${planFor(chosen)} and ${when}
			on conflict (user_id) do update set plan_id = excluded.plan_id, started_on = excluded.started_on,
				anchor_day = excluded.anchor_day, trial_until = coalesce(trial_until, excluded.trial_until),
				paid_through = coalesce(paid_through, excluded.paid_through), version = version + 1`),
	]
}
