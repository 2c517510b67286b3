import { and, eq, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { type cleActivities, cleCredits } from '#db/schema/cle.ts'
import { newId } from '#src/lib/ids.ts'
import type { RuleSet } from '../rules-schema.ts'
import { counts } from './credit-rows.ts'

// Statements that give or void credits for attended activities, for the `write` that issues or revokes certificates.

/** The credit that one admission gets for a completed activity. */
export interface NewCredit {
	admissionId: string
	certificateNumber: string
	/** Hundredths by category. If empty, no credit is inserted. */
	credits: Readonly<Record<string, number>>
	/** The board's number; null if not accredited. */
	accreditation: string | null
	repeat: RuleSet['repeat']
	/** First and last day of the cycle that contains the date, for `oncePerCycle`; null if there is none. */
	cycle: { from: string; lastDay: string } | null
}

interface Completed {
	userId: string
	activity: typeof cleActivities.$inferSelect
	provider: string
	date: string
}

/** Returns an SQL condition: the rules allow another credit for an activity. */
export function mayRepeat(
	{ admissionId, repeat, cycle }: Pick<NewCredit, 'admissionId' | 'repeat' | 'cycle'>,
	activityId: string,
): SQL {
	if (repeat === 'allowed') return sql`1`
	const isSame = and(eq(cleCredits.activityId, activityId), eq(cleCredits.admissionId, admissionId))
	const inCycle =
		repeat === 'never' || !cycle ? sql`1` : sql`${cleCredits.date} between ${cycle.from} and ${cycle.lastDay}`
	return sql`not exists (select 1 from ${cleCredits} where ${isSame} and ${counts} and ${inCycle})`
}

/** Returns the statements that insert the credits of a completed activity, each only if its rules allow it. */
export const creditStatements = (
	awards: readonly NewCredit[],
	{ userId, activity, provider, date }: Completed,
	when: SQL,
) =>
	awards
		.filter(({ credits }) => Object.values(credits).some((each) => each > 0))
		.map((award) =>
			db().run(sql`
				insert into ${cleCredits} (id, admission_id, user_id, source, activity_id, title, provider, date, minutes, format,
					credits, approval, accreditation, certificate_number, reason, created_at)
				select ${newId()}, ${award.admissionId}, ${userId}, 'ours', ${activity.id}, ${activity.title}, ${provider}, ${date},
					${activity.minutes}, ${activity.format}, ${JSON.stringify(award.credits)}, 'own', ${award.accreditation},
					${award.certificateNumber}, '', ${Date.now()}
				where ${when} and ${mayRepeat(award, activity.id)}`),
		)

/** Returns the statement that voids a certificate's credit by inserting a separate row without credits. */
export const voidStatement = (certificateNumber: string, reason: string, when: SQL) =>
	db().run(sql`
		insert into ${cleCredits} (id, admission_id, user_id, cycle_from, source, activity_id, title, provider, date, minutes,
			format, credits, approval, accreditation, certificate_number, voids_id, reason, created_at)
		select ${newId()}, admission_id, user_id, cycle_from, source, activity_id, title, provider, date, minutes,
			format, '{}', approval, accreditation, certificate_number, id, ${reason}, ${Date.now()}
		from ${cleCredits}
		where ${eq(cleCredits.certificateNumber, certificateNumber)} and ${counts} and ${when}
		limit 1`)
