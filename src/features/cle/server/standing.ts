import { clubDay } from '#src/lib/dates/club-day.ts'
import { alsoNext } from '../engine/also-next.ts'
import { currentCycle, cyclesOf } from '../engine/cycles.ts'
import { evaluate, requirementsOf } from '../engine/evaluate.ts'
import type { CreditFacts, Cycle, Evaluation } from '../engine/types.ts'
import type { AdmissionRow } from './admissions.ts'
import { type CountingRow, cycleOf, isCarried, toFacts, totalOf } from './credit-rows.ts'
import { inForceOn, type StoredRules } from './rules.ts'

// The cycles of an admission and their judgment. All results are computed on demand from stored data, never stored.

/** The cycles of an admission, with the rules that define them. */
export interface CycleSet {
	stored: StoredRules
	versions: readonly StoredRules[]
	cycles: readonly Cycle[]
	/** Undefined if the admission lacks data that cycles depend on. */
	current: Cycle | undefined
}

/** Returns the cycles of an admission under the rules in force on a day; undefined if the jurisdiction is unknown. */
export function cyclesFor(
	admission: AdmissionRow,
	rules: ReadonlyMap<string, StoredRules[]>,
	on = clubDay(),
): CycleSet | undefined {
	const versions = rules.get(admission.jurisdiction) ?? []
	const stored = inForceOn(versions, on)
	if (!stored) return undefined
	const cycles = cyclesOf(admission, stored.rules, on)
	return { stored, versions, cycles, current: currentCycle(cycles, on) }
}

/** Returns the rules that judge a cycle: the version in force at its end. */
export const rulesForCycle = ({ versions, stored }: CycleSet, cycle: Cycle): StoredRules =>
	inForceOn(versions, cycle.lastDay) ?? stored

/** Adds the computed carry-over to a cycle's credits, unless the member entered or moved carry-over. */
function withCarried(own: readonly CountingRow[], cycle: Cycle, carried: readonly CreditFacts[]): CreditFacts[] {
	const facts = own.map((row) => toFacts(row, cycle))
	return own.some((row) => isCarried(row, cycle)) ? facts : [...carried, ...facts]
}

/** The judgment of a cycle. */
export interface Judgment {
	evaluation: Evaluation
	rules: StoredRules
	/** Whether the carry-over was computed from the previous cycle, not entered. */
	isCarryComputed: boolean
	/** Hundredths from a new attorney's last year that also count in this cycle. The carry-in includes them. */
	alsoFromYear: number
	/** The credits that were judged. */
	credits: readonly CreditFacts[]
}

/** Judges a cycle, with the carry-over from earlier cycles. @param rows all credits that were not voided. */
export function judge(
	cycleSet: CycleSet,
	cycle: Cycle,
	rows: readonly CountingRow[],
	planned: readonly CreditFacts[] = [],
): Judgment {
	const byCycle = Map.groupBy(rows, (row) => cycleOf(row, cycleSet.cycles))
	let carried: readonly CreditFacts[] = []
	let previous: readonly CreditFacts[] = []
	let earlier: CreditFacts[] = []
	/** Returns the credits of the previous year that also count in a cycle. */
	const alsoIn = (each: Cycle) => {
		const before = cycleSet.cycles[cycleSet.cycles.indexOf(each) - 1]
		if (!before || !each.overlapsNewly) return []
		const most = rulesForCycle(cycleSet, before).rules.carryOver[before.kind]?.alsoNext ?? 0
		return alsoNext(previous, carried, most, requirementsOf(each, rulesForCycle(cycleSet, each).rules))
	}
	for (const before of cycleSet.cycles) {
		if (before === cycle) break
		const own = [...withCarried(byCycle.get(before) ?? [], before, carried), ...alsoIn(before)]
		const { rules } = rulesForCycle(cycleSet, before)
		const judged = own.length === 0 ? undefined : evaluate(before, own, rules, { earlier })
		carried = judged?.carried ?? []
		previous = own
		if (before.kind !== 'experienced') earlier = [...earlier, ...own.filter(({ age = 0 }) => age === 0)]
	}
	if (cycle.kind === 'experienced') earlier = []
	const own = byCycle.get(cycle) ?? []
	const also = alsoIn(cycle)
	const credits = [...withCarried(own, cycle, carried), ...also]
	const rules = rulesForCycle(cycleSet, cycle)
	return {
		evaluation: evaluate(cycle, credits, rules.rules, { planned, earlier }),
		rules,
		isCarryComputed: carried.length > 0 && credits.includes(carried[0] as CreditFacts),
		alsoFromYear: also.reduce((sum, each) => sum + totalOf(each.credits), 0),
		credits,
	}
}
