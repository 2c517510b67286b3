import type { CarryOver, Format, Requirement, RuleSet } from '../rules-schema.ts'
import { assign, type Cell } from './assign.ts'
import type { CreditFacts, Cycle, Evaluation, RequirementState } from './types.ts'

/** Fields of a cycle that the evaluation needs. */
export type EvaluatedCycle = Pick<Cycle, 'kind' | 'due' | 'activeMonths'>

const sum = (numbers: Iterable<number>) => [...numbers].reduce((before, each) => before + each, 0)

/** Sums credits by category, format and age, oldest first, since the oldest expire first. */
function cellsOf(credits: readonly CreditFacts[]): Cell[] {
	const cells = new Map<string, Cell>()
	for (const { format, credits: byCategory, age = 0 } of credits)
		for (const [category, amount] of Object.entries(byCategory)) {
			const key = `${category} ${format} ${age}`
			const cell = cells.get(key)
			if (cell) cell.amount += amount
			else cells.set(key, { category, format, age, amount })
		}
	return [...cells.values()].filter(({ amount }) => amount > 0).toSorted((a, b) => b.age - a.age)
}

const applies = ({ since, until }: Requirement, { due }: EvaluatedCycle) =>
	(since === undefined || due >= since) && (until === undefined || due <= until)

/** Returns the requirements of a cycle, starting with the total. */
export const requirementsOf = (cycle: EvaluatedCycle, { requirements }: RuleSet): Requirement[] =>
	(requirements[cycle.kind] ?? []).filter((each) => applies(each, cycle))

/** Returns the credits that a requirement needs; null if the rules have no number for so few active months. */
function needOf(requirement: Requirement, total: number | null, { activeMonths }: EvaluatedCycle, rules: RuleSet) {
	const { id, credits, percentOfTotal } = requirement
	if (percentOfTotal !== undefined) return total === null ? null : Math.floor((total * percentOfTotal) / 100)
	const whole = credits ?? 0
	const { proportional } = rules
	if (!proportional || activeMonths === null || !proportional.requirements.includes(id)) return whole
	if (activeMonths <= proportional.unknownUpTo) return null
	return Math.ceil((whole * activeMonths) / (proportional.months * 100)) * 100
}

const hasFormat = (formats: readonly Format[] | undefined, { format }: { format: Format }) =>
	formats === undefined || formats.includes(format)

type Entry = NonNullable<Requirement['from']>[number]

/** Returns the indexes of the cells that an entry of a requirement accepts. */
const cellsFor = (cells: readonly Cell[], { category, formats }: Entry, carriesToTotalOnly: boolean) =>
	[...cells.keys()].filter((at) => {
		const cell = cells[at]
		return (
			cell !== undefined &&
			cell.category === category &&
			hasFormat(formats, cell) &&
			!(carriesToTotalOnly && cell.age > 0)
		)
	})

const amountOf = (credits: readonly CreditFacts[], { category, formats }: Entry) =>
	sum(credits.filter((each) => hasFormat(formats, each)).map((each) => each.credits[category] ?? 0))

/** Returns the maximum that a requirement takes from an entry, less the amount used in a new attorney's past years. */
function maxFrom(entry: Entry, need: number, from: readonly Entry[], earlier: readonly CreditFacts[]): number {
	const most = entry.most ?? need
	if (entry.mostInYears === undefined) return most
	const others = sum(from.filter((each) => each !== entry).map((each) => amountOf(earlier, each)))
	const taken = Math.min(amountOf(earlier, entry), Math.max(0, need - others))
	return Math.min(most, Math.max(0, entry.mostInYears - taken))
}

interface Caps {
	id: string
	label: string
	formats: readonly Format[]
	most: number
}

function capsOf({ kind }: EvaluatedCycle, total: number | null, { caps }: RuleSet): Caps[] {
	return (caps[kind] ?? []).flatMap(({ id, label, formats, most, percentOfTotal }) => {
		const limit = most ?? (total === null ? undefined : Math.floor((total * (percentOfTotal ?? 100)) / 100))
		return limit === undefined ? [] : [{ id, label, formats, most: limit }]
	})
}

/** Evaluates credits, treating all of them as earned. */
function evaluateAll(
	cycle: EvaluatedCycle,
	credits: readonly CreditFacts[],
	rules: RuleSet,
	earlier: readonly CreditFacts[],
) {
	const cells = cellsOf(credits)
	const requirements = requirementsOf(cycle, rules)
	const first = requirements[0]
	const total = first ? needOf(first, null, cycle, rules) : 0
	const caps = capsOf(cycle, total, rules)
	const shared = caps.map(({ formats, most }) => ({
		most,
		cells: [...cells.keys()].filter((at) => formats.includes(cells[at]?.format as Format)),
	}))
	const totalOnly = rules.carryOver[cycle.kind]?.totalOnly === true
	const demands = requirements.flatMap((requirement) => {
		const { id, from, within } = requirement
		if (!from || within !== undefined) return []
		const need = needOf(requirement, total, cycle, rules) ?? 0
		const entries = from.map((entry) => ({
			most: maxFrom(entry, need, from, earlier),
			cells: cellsFor(cells, entry, totalOnly),
		}))
		return [{ id, need, entries }]
	})
	const { got, taken } = assign(cells, demands)
	const over = shared.map((cap) => Math.max(0, sum(cap.cells.map((at) => cells[at]?.amount ?? 0)) - cap.most))
	const partsExceedCap = shared.some((cap) => sum(cap.cells.map((at) => taken[at] ?? 0)) > cap.most)
	const counted = sum(cells.map(({ amount }) => amount)) - sum(over)
	/** Sums the credits for a requirement that takes none exclusively: by its formats or by its categories. */
	const countAll = ({ from, formats, anyYear }: Requirement): number => {
		if (!from)
			return formats ? sum(cells.filter((cell) => hasFormat(formats, cell)).map(({ amount }) => amount)) : counted
		return sum(
			from.map((entry) => {
				const accepted = cellsFor(cells, entry, totalOnly).flatMap((at) => cells[at] ?? [])
				// `earlier` already contains the credits that were carried over.
				const counting = anyYear ? accepted.filter(({ age }) => age === 0) : accepted
				const credited = sum(counting.map(({ amount }) => amount)) + (anyYear ? amountOf(earlier, entry) : 0)
				return Math.min(credited, entry.most ?? credited)
			}),
		)
	}
	const states = requirements.map((requirement): RequirementState => {
		const { id, label, within, from } = requirement
		const need = needOf(requirement, total, cycle, rules)
		const have = got.get(id) ?? (from ? Math.min(need ?? 0, countAll(requirement)) : countAll(requirement))
		const missing = need === null ? 0 : Math.max(0, need - have)
		return { id, label, need, have, planned: 0, missing, within: within ?? null }
	})
	return { cells, demands, states, total, counted, taken, caps, over, partsExceedCap }
}

/** Returns the ids of the credits above a cap, latest first: the latest credits count as the excess. */
function creditsAbove(credits: readonly CreditFacts[], formats: readonly Format[], amount: number): string[] {
	const ids: string[] = []
	let remaining = amount
	const latestFirst = credits.filter((each) => hasFormat(formats, each)).toSorted((a, b) => (a.date < b.date ? 1 : -1))
	for (const credit of latestFirst) {
		if (remaining <= 0) break
		ids.push(credit.id)
		remaining -= sum(Object.values(credit.credits))
	}
	return ids
}

/** Returns the carry-over limits: for all categories of a requirement, or for a single category. */
const groupsOf = ({ mostOf = {} }: CarryOver, requirements: readonly Requirement[]) =>
	Object.entries(mostOf).map(([name, most]) => {
		const categories = requirements.find(({ id }) => id === name)?.from?.map(({ category }) => category)
		return { most, categories: categories ?? [name] }
	})

/** Returns the carry-over by category and age: credits that no requirement took, at most the surplus. */
function carryOverOf(cycle: EvaluatedCycle, result: ReturnType<typeof evaluateAll>, rules: RuleSet): CreditFacts[] {
	const rule = rules.carryOver[cycle.kind]
	if (!rule || result.total === null) return []
	let remaining = Math.min(rule.most, Math.max(0, result.counted - result.total))
	const groups = groupsOf(rule, requirementsOf(cycle, rules)).map((group) => ({ ...group, room: group.most }))
	const carried: CreditFacts[] = []
	const isCapped = (cell: Cell) =>
		result.caps.some(({ formats }, at) => (result.over[at] ?? 0) > 0 && hasFormat(formats, cell))
	for (const [at, cell] of result.cells.entries()) {
		const { category, format, age, amount } = cell
		if (age >= rule.periods || rule.except.includes(category)) continue
		if (!hasFormat(rule.formats, cell) || isCapped(cell)) continue
		const own = groups.filter(({ categories }) => categories.includes(category))
		const credits = Math.max(0, Math.min(remaining, amount - (result.taken[at] ?? 0), ...own.map(({ room }) => room)))
		if (credits === 0) continue
		remaining -= credits
		for (const group of own) group.room -= credits
		carried.push({ id: `carry-${at}`, date: cycle.due, format, credits: { [category]: credits }, age: age + 1 })
	}
	return carried
}

const ONCE = 'Each credit counts toward one requirement here. Confirm whether a credit may serve both.'

const ABOVE_CAP =
	'Some credits above a limit for their format count toward a part here, not toward the total. Confirm whether they may.'

/** Returns whether two requirements could take the same credits. */
const isContested = ({ cells, demands }: ReturnType<typeof evaluateAll>) =>
	[...cells.keys()].some(
		(at) => demands.filter(({ entries }) => entries.some((entry) => entry.cells.includes(at))).length > 1,
	)

/** Returns the assumptions behind the numbers, as sentences. */
function assumptionsOf(
	{ activeMonths }: EvaluatedCycle,
	result: ReturnType<typeof evaluateAll>,
	{ proportional }: RuleSet,
): string[] {
	const sentences = [...(isContested(result) ? [ONCE] : []), ...(result.partsExceedCap ? [ABOVE_CAP] : [])]
	if (!proportional || activeMonths === null) return sentences
	if (result.total === null)
		return [...sentences, `For ${activeMonths} active months the number is unchecked. Ask the board.`]
	return [
		...sentences,
		`Reduced for ${activeMonths} of ${proportional.months} active months. Other requirements are not reduced until that rule is checked.`,
	]
}

/** Credits from outside a cycle that affect its evaluation. */
interface OtherCredits {
	/** Planned credits, shown separately from earned ones. */
	planned?: readonly CreditFacts[]
	/** Credits from earlier years of a new attorney. */
	earlier?: readonly CreditFacts[]
}

/** Evaluates the credits of a cycle. The credits must not include voided ones. */
export function evaluate(
	cycle: EvaluatedCycle,
	credits: readonly CreditFacts[],
	rules: RuleSet,
	{ planned = [], earlier = [] }: OtherCredits = {},
): Evaluation {
	const result = evaluateAll(cycle, credits, rules, earlier)
	const withPlanned = planned.length > 0 ? evaluateAll(cycle, [...credits, ...planned], rules, earlier) : result
	const carried = carryOverOf(cycle, result, rules)
	return {
		requirements: result.states.map((state, at) => ({
			...state,
			planned: Math.max(0, (withPlanned.states[at]?.have ?? state.have) - state.have),
		})),
		overCap: result.caps.flatMap(({ id, label, formats }, at) => {
			const amount = result.over[at] ?? 0
			return amount === 0 ? [] : [{ id, label, credits: amount, creditIds: creditsAbove(credits, formats, amount) }]
		}),
		carryIn: sum(credits.filter(({ age = 0 }) => age > 0).flatMap((each) => Object.values(each.credits))),
		carryOut: sum(carried.flatMap((each) => Object.values(each.credits))),
		carried,
		assumptions: assumptionsOf(cycle, result, rules),
	}
}
