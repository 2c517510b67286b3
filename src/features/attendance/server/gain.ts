import { and, between, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { hasRow } from '#db/rows.ts'
import { certificates } from '#db/schema/attendance.ts'
import { cycleOfDay, cyclesOf } from '#src/features/cle/engine/cycles.ts'
import { mayRepeat } from '#src/features/cle/server/award.ts'
import type { Award } from './awards.ts'

// Checks whether the rules give a member another award for a programme that they attended before.

interface Programme {
	userId: string
	activityId: string
}

/** Returns the cycle of an award that contains a day; null if there is none. */
export const cycleOf = ({ admission, rules }: Pick<Award, 'admission' | 'rules'>, day: string) =>
	admission && rules ? (cycleOfDay(cyclesOf(admission, rules, day), day) ?? null) : null

/** Returns an SQL condition: no certificate or credit for the programme prevents an award. */
export function canReceiveAward(award: Award, { userId, activityId }: Programme, day: string): SQL {
	const { admission, rules } = award
	const repeat = rules?.repeat ?? 'never'
	if (repeat === 'allowed') return sql`1`
	const cycle = cycleOf(award, day)
	const isSame = and(
		eq(certificates.userId, userId),
		eq(certificates.activityId, activityId),
		eq(certificates.jurisdiction, admission?.jurisdiction ?? ''),
		isNull(certificates.revokedAt),
		repeat === 'oncePerCycle' && cycle ? between(certificates.completedOn, cycle.from, cycle.lastDay) : undefined,
	)
	const isNotCertified = sql`not ${hasRow(certificates, isSame)}`
	if (!admission) return isNotCertified
	return sql`${isNotCertified} and ${mayRepeat({ admissionId: admission.id, repeat, cycle }, activityId)}`
}

/** Returns the awards that a member can get now. */
export async function receivableAwards(awards: readonly Award[], of: Programme, day: string): Promise<Award[]> {
	const answers = await Promise.all(
		awards.map((award) => db().get<{ may: number }>(sql`select (${canReceiveAward(award, of, day)}) as may`)),
	)
	return awards.filter((_, at) => answers[at]?.may === 1)
}
