import { addDays, addMonths, dayNumber, partsOf } from '#src/lib/dates/calendar-day.ts'
import type { CycleKind, CycleRule, RuleSet } from '../rules-schema.ts'
import type { AdmissionFacts, Cycle } from './types.ts'

/** How far back cycles are listed, in months. */
const PAST_MONTHS = 144
/** Limit for loops, above the number of cycles of any admission. */
const MAX_STEPS = 400

/** First and last day of a cycle under the rules. */
interface Period {
	kind: CycleKind
	from: string
	to: string
	overlapsNewly?: boolean
}

const latest = (...days: string[]) => days.toSorted().at(-1) ?? ''
const yearOf = (day: string) => partsOf(day)[0]

/** Returns the birthday in a year. February 29 becomes February 28 in common years. */
const birthdayIn = (birthday: string, year: number) => addMonths(birthday, (year - yearOf(birthday)) * 12)

/** New York: yields periods that end some days after the birthday, every second year after the admission year. */
function* byBirthday(
	rule: Extract<CycleRule, { kind: 'birthday' }>,
	{ admittedOn, birthday }: AdmissionFacts,
	start: string,
): Generator<Period> {
	if (birthday === null) return
	const admitted = yearOf(admittedOn)
	const parity = admitted < rule.evenBefore ? 0 : admitted % rule.everyYears
	let from = start
	for (let year = admitted + 1; ; year++) {
		if (year % rule.everyYears !== parity) continue
		const to = addDays(birthdayIn(birthday, year), rule.graceDays)
		if (to < from) continue
		yield { kind: 'experienced', from, to }
		from = addDays(to, 1)
	}
}

/** Yields a first period, followed by periods of equal length. */
function* consecutive(first: { from: string; to: string }, months: number): Generator<Period> {
	let from = first.from
	for (let at = 0; ; at++) {
		const to = addMonths(first.to, at * months)
		yield { kind: 'experienced', from, to }
		from = addDays(to, 1)
	}
}

/** Yields periods from the birth month to the month before the next one. The first is longer, starting on admission. */
function* byBirthMonth(
	rule: Extract<CycleRule, { kind: 'birthMonth' }>,
	{ admittedOn, birthday }: AdmissionFacts,
): Generator<Period> {
	if (birthday === null) return
	let begin = `${birthdayIn(birthday, yearOf(admittedOn)).slice(0, 7)}-01`
	if (begin <= admittedOn) begin = addMonths(begin, 12)
	const firstEnd = addMonths(begin, rule.firstMonths)
	yield { kind: 'experienced', from: admittedOn, to: addDays(firstEnd, -1) }
	for (let from = firstEnd; ; from = addMonths(from, rule.everyMonths))
		yield { kind: 'experienced', from, to: addDays(addMonths(from, rule.everyMonths), -1) }
}

/** Yields periods around the one that ends on the assigned day. The last day of a month stays the last day. */
function* byAssignedDay(months: number, { admittedOn, assignedDay }: AdmissionFacts): Generator<Period> {
	if (assignedDay === null) return
	const anchor = addDays(assignedDay, 1).endsWith('-01') ? 31 : undefined
	// Counts from the assigned day: counting from one cycle to the next would lose February 29.
	const endAt = (at: number) => addMonths(assignedDay, at * months, anchor)
	let at = 0
	while (at > -MAX_STEPS && endAt(at - 1) >= admittedOn) at--
	for (; ; at++) yield { kind: 'experienced', from: addDays(endAt(at - 1), 1), to: endAt(at) }
}

/** Returns the group that the member confirmed, or the group of the birth month. */
function groupOf(rule: Extract<CycleRule, { kind: 'groups' }>, { groupNo, birthday }: AdmissionFacts) {
	if (rule.by === 'none') return rule.groups[0]
	const month = birthday === null ? undefined : partsOf(birthday)[1]
	return rule.groups.find(({ no, months }) =>
		rule.by === 'birthMonth' && month !== undefined && months
			? month >= (months[0] ?? 0) && month <= (months[1] ?? 0)
			: no === groupNo,
	)
}

function* experienced(rule: CycleRule, admission: AdmissionFacts, start: string): Generator<Period> {
	if (rule.kind === 'birthday') yield* byBirthday(rule, admission, start)
	else if (rule.kind === 'birthMonth') yield* byBirthMonth(rule, admission)
	else if (rule.kind === 'assigned') yield* byAssignedDay(rule.everyMonths, admission)
	else if (rule.kind === 'groups') {
		const group = groupOf(rule, admission)
		if (group) yield* consecutive(group.first, rule.everyMonths)
	}
}

/** Yields the first years of a new attorney, then the usual cycles. */
function* periods({ cycles }: RuleSet, admission: AdmissionFacts): Generator<Period> {
	const { experienced: usual, newly } = cycles
	const { admittedOn } = admission
	if (admission.cycleKind !== 'newly' || newly?.kind !== 'anniversary') {
		yield* experienced(usual, admission, admittedOn)
		return
	}
	let from = admittedOn
	for (const [at, years] of newly.years.entries()) {
		const to = addMonths(admittedOn, years * 12)
		yield { kind: `newly-${at + 1}` as CycleKind, from, to }
		from = addDays(to, 1)
	}
	// The usual requirements begin with the first registration, in the second year after the admission.
	let isFirst = true
	for (const period of experienced(usual, admission, admittedOn)) {
		if (!isFirst && period.to >= from)
			yield { ...period, from: latest(from, period.from), overlapsNewly: period.from < from }
		isFirst = false
	}
}

/** Returns the first working day on or after a day. */
function workingDay(day: string): string {
	// Number 1 is a Monday.
	const weekday = dayNumber(day) % 7
	return weekday === 6 ? addDays(day, 2) : weekday === 0 ? addDays(day, 1) : day
}

function reportDay(due: string, { reportDays, reportMonths }: RuleSet): string {
	if (reportMonths === undefined) return addDays(due, reportDays)
	return addMonths(due, reportMonths, 31)
}

/** Returns the complete months between a first and a last day, such as `2026-03`. */
function completeMonths(from: string, to: string): string[] {
	const months: string[] = []
	const end = addDays(to, 1)
	let first = from.endsWith('-01') ? from : addMonths(`${from.slice(0, 7)}-01`, 1)
	for (let next = addMonths(first, 1); next <= end && months.length < MAX_STEPS; next = addMonths(first, 1)) {
		months.push(first.slice(0, 7))
		first = next
	}
	return months
}

/** Returns the active months if they reduce the requirements; null if all months count. */
function activeMonths({ from, to }: Period, admission: AdmissionFacts, { proportional }: RuleSet): number | null {
	if (!proportional) return null
	const inactive = completeMonths(from, to).filter(
		(month) => month < admission.admittedOn.slice(0, 7) || admission.inactiveMonths.includes(month),
	)
	return inactive.length === 0 ? null : Math.max(0, proportional.months - inactive.length)
}

const NO_FILING = 'You have not entered a filing date, so credits count until the last day.'

function toCycle(period: Period, admission: AdmissionFacts, rules: RuleSet, from: string): Cycle {
	const { kind, from: cycleFrom, to: due, overlapsNewly = false } = period
	// Ignores a filing from before the cycle as a mistake: a cycle cannot end before it begins.
	const filedOn = admission.filings.find((filing) => filing.due === due && filing.filedOn >= from)?.filedOn ?? null
	const extension = admission.extensions.find((each) => each.cycleFrom === cycleFrom && each.newDue > due)
	const endsBy = rules.endsWithFiling && kind === 'experienced' ? filedOn : null
	const report = extension ? reportDay(extension.newDue, rules) : reportDay(due, rules)
	return {
		cycleFrom,
		kind,
		from,
		due,
		filedOn,
		overlapsNewly,
		report,
		lastDay: endsBy ?? extension?.newDue ?? due,
		reportBy: rules.weekend === 'same-day' ? report : workingDay(report),
		activeMonths: activeMonths(period, admission, rules),
		assumptions: rules.endsWithFiling && kind === 'experienced' && filedOn === null ? [NO_FILING] : [],
	}
}

/**
 * Returns the cycles of an admission, oldest first: from some years back to the first one that begins after `on`.
 * Empty if the admission lacks data that the cycles depend on.
 */
export function cyclesOf(admission: AdmissionFacts, rules: RuleSet, on: string): Cycle[] {
	const since = addMonths(on, -PAST_MONTHS)
	const cycles: Cycle[] = []
	let filed: string | null = null
	let steps = 0
	for (const period of periods(rules, admission)) {
		if (steps++ > MAX_STEPS) break
		if (period.to >= since && period.to >= admission.admittedOn) {
			const start = filed === null ? period.from : addDays(filed, 1)
			const from = latest(start, admission.admittedOn)
			const cycle = toCycle(period, admission, rules, from)
			cycles.push(cycle)
			filed = rules.endsWithFiling ? cycle.filedOn : null
			if (cycle.cycleFrom > on) break
		}
	}
	return cycles
}

/** Returns the cycle that ends next: the current one, or an extended earlier one. */
export const currentCycle = (cycles: readonly Cycle[], on: string): Cycle | undefined =>
	cycles.find(({ lastDay }) => lastDay >= on)

/** Returns the cycle in which a programme on this day counts. */
export const cycleOfDay = (cycles: readonly Cycle[], day: string): Cycle | undefined =>
	cycles.findLast(({ from, lastDay }) => from <= day && day <= lastDay)

/** Returns the last day for the training of new attorneys: `months` after the end of the month of admission. */
export const trainingDay = (admittedOn: string, months: number): string => addMonths(admittedOn, months, 31)

/** Returns the number of the group for a last name, by its first letter without diacritics. */
export function groupOfName(
	lastName: string,
	groups: readonly { no: number; letters?: string | undefined }[],
): number | undefined {
	const letter = lastName.trim().normalize('NFD').charAt(0).toUpperCase()
	return groups.find(({ letters }) => letters && letter >= letters.charAt(0) && letter <= letters.charAt(1))?.no
}
