import { clubDay } from '#src/lib/dates/club-day.ts'
import { alsoNext } from '../engine/also-next.ts'
import { currentCycle, cyclesOf } from '../engine/cycles.ts'
import { evaluate, requirementsOf } from '../engine/evaluate.ts'
import type { CreditFacts, Cycle, Evaluation } from '../engine/types.ts'
import type { AdmissionRow } from './admissions.ts'
import { type CountingRow, cycleOf, isCarried, toFacts, totalOf } from './credit-rows.ts'
import { holdsOn, type StoredRules } from './rules.ts'

// The cycles of an admission and their judgment. Everything is computed from what is stored, nothing kept.

/** The cycles of an admission, with the rules that they follow from. */
export interface Cycles {
	stored: StoredRules
	versions: readonly StoredRules[]
	cycles: readonly Cycle[]
	/** Undefined if the admission lacks something that cycles follow from. */
	current: Cycle | undefined
}

/** Returns the cycles of an admission by the rules that hold today; undefined for an unknown jurisdiction. */
export function cyclesFor(
	admission: AdmissionRow,
	rules: ReadonlyMap<string, StoredRules[]>,
	on = clubDay(),
): Cycles | undefined {
	const versions = rules.get(admission.jurisdiction) ?? []
	const stored = holdsOn(versions, on)
	if (!stored) return undefined
	const cycles = cyclesOf(admission, stored.rules, on)
	return { stored, versions, cycles, current: currentCycle(cycles, on) }
}

/** Returns the rules that judge a cycle: those that hold at its end. */
export const judgeOf = ({ versions, stored }: Cycles, cycle: Cycle): StoredRules =>
	holdsOn(versions, cycle.lastDay) ?? stored

/** Carry-over that the member entered, or moved forward, replaces the computed one. */
function withCarried(own: readonly CountingRow[], cycle: Cycle, carried: readonly CreditFacts[]): CreditFacts[] {
	const facts = own.map((row) => toFacts(row, cycle))
	return own.some((row) => isCarried(row, cycle)) ? facts : [...carried, ...facts]
}

/** A cycle with its judgment. */
export interface Judgment {
	evaluation: Evaluation
	rules: StoredRules
	/** Credits carried in were computed from the last cycle, not entered. */
	isCarryComputed: boolean
	/** Hundredths of the last year of a new attorney that serve this cycle too; they are among what was carried in. */
	alsoFromYear: number
	/** The credits that were judged. */
	credits: readonly CreditFacts[]
}

/** Judges a cycle with what came over from the cycles before it. @param rows all credits that count. */
export function judge(
	given: Cycles,
	cycle: Cycle,
	rows: readonly CountingRow[],
	planned: readonly CreditFacts[] = [],
): Judgment {
	const byCycle = Map.groupBy(rows, (row) => cycleOf(row, given.cycles))
	let carried: readonly CreditFacts[] = []
	let last: readonly CreditFacts[] = []
	let earlier: CreditFacts[] = []
	/** Credits of the year before that count in a cycle too. */
	const alsoIn = (each: Cycle) => {
		const before = given.cycles[given.cycles.indexOf(each) - 1]
		if (!before || !each.overlapsNewly) return []
		const most = judgeOf(given, before).rules.carryOver[before.kind]?.alsoNext ?? 0
		return alsoNext(last, carried, most, requirementsOf(each, judgeOf(given, each).rules))
	}
	for (const before of given.cycles) {
		if (before === cycle) break
		const own = [...withCarried(byCycle.get(before) ?? [], before, carried), ...alsoIn(before)]
		const judged = own.length === 0 ? undefined : evaluate(before, own, judgeOf(given, before).rules, { earlier })
		carried = judged?.carried ?? []
		last = own
		if (before.kind !== 'experienced') earlier = [...earlier, ...own.filter(({ age = 0 }) => age === 0)]
	}
	if (cycle.kind === 'experienced') earlier = []
	const own = byCycle.get(cycle) ?? []
	const also = alsoIn(cycle)
	const credits = [...withCarried(own, cycle, carried), ...also]
	const rules = judgeOf(given, cycle)
	return {
		evaluation: evaluate(cycle, credits, rules.rules, { planned, earlier }),
		rules,
		isCarryComputed: carried.length > 0 && credits.includes(carried[0] as CreditFacts),
		alsoFromYear: also.reduce((sum, each) => sum + totalOf(each.credits), 0),
		credits,
	}
}
