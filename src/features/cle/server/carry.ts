import { type SQL, sql } from 'drizzle-orm'
import { cleCredits } from '#db/schema/cle.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { creditsText } from '../cle-text.ts'
import { createCredit } from '../contract.ts'
import { cycleOfDay } from '../engine/cycles.ts'
import type { Cycle } from '../engine/types.ts'
import { counts } from './credit-rows.ts'
import { type CycleSet, rulesForCycle } from './standing.ts'

/**
 * Returns the limit for credits that are carried into a cycle.
 * @param date date of a moved credit. If omitted, the credit comes from the previous cycle.
 * @throws {ApiError} 409 if these credits cannot be carried there.
 */
export function carryLimit(cycleSet: CycleSet, target: Cycle, categories: readonly string[], date?: string) {
	const { noCarry, mostCarry } = createCredit.errors
	const { cycles } = cycleSet
	const at = cycles.indexOf(target)
	const before = cycles[at - 1]
	const from = date === undefined ? before : cycleOfDay(cycles, date)
	const rule = rulesForCycle(cycleSet, before ?? target).rules.carryOver[before?.kind ?? target.kind]
	const periods = from ? at - cycles.indexOf(from) : 1
	if (!rule || periods > rule.periods || categories.some((category) => rule.except.includes(category)))
		throw httpError(noCarry)
	return {
		/** SQL condition: the credits and those already carried fit the limit. @param exceptId id of a row to ignore. */
		fits: (admissionId: string, credits: number, exceptId = ''): SQL => sql`(${credits} + coalesce((
			select sum(each.value) from ${cleCredits}, json_each(${cleCredits.credits}) as each
			where ${cleCredits.admissionId} = ${admissionId} and ${cleCredits.id} <> ${exceptId}
				and ${cleCredits.cycleFrom} between ${target.cycleFrom} and ${target.due}
				and (${cleCredits.source} = 'carry' or ${cleCredits.date} < ${target.from}) and ${counts}), 0) <= ${rule.most})`,
		limitError: () => httpError([mostCarry[0], `At most ${creditsText(rule.most)} carry over`]),
	}
}
