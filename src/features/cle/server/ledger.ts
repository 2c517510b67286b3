import { daysBetween } from '#src/lib/dates/calendar-day.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { creditsText, missingText, numbersOf, periodText, rulesText, shortDay } from '../cle-text.ts'
import type * as contracts from '../contract.ts'
import { trainingDay } from '../engine/cycles.ts'
import { requirementsOf } from '../engine/evaluate.ts'
import type { Cycle, RequirementState } from '../engine/types.ts'
import type { Card, CycleView, Jurisdiction, RequirementResult } from '../ledger-schema.ts'
import type { Requirement, RuleSet } from '../rules-schema.ts'
import { type AdmissionRow, admissionsOf, needsOf, problemOf } from './admissions.ts'
import { type CountingRow, countingRows } from './credit-rows.ts'
import { creditsFor, type Offer, offersIn, plannedOf } from './offers.ts'
import { inForceOn, readRules, type StoredRules } from './rules.ts'
import { type CycleSet, cyclesFor, type Judgment, judge, rulesForCycle } from './standing.ts'

/** Maximum number of courses listed for a requirement. */
const MAX_OFFERS = 10

export const toCycleView = (cycle: Cycle, current: Cycle | undefined, on: string): CycleView => ({
	...{ cycleFrom: cycle.cycleFrom, kind: cycle.kind, from: cycle.from, lastDay: cycle.lastDay, due: cycle.due },
	...{ reportBy: cycle.reportBy, filedOn: cycle.filedOn },
	label: periodText(cycle.from, cycle.lastDay),
	isCurrent: cycle === current,
	isPast: cycle.lastDay < on,
})

function toResult(state: RequirementState, requirement: Requirement | undefined, offers: readonly Offer[]) {
	const found =
		state.missing === 0 || !requirement
			? []
			: offers.map((offer) => ({ offer, credits: creditsFor(offer, requirement) })).filter(({ credits }) => credits > 0)
	return {
		...state,
		words: missingText(state.missing, requirement?.of, found.length),
		confidence: requirement?.confidence ?? 'open',
		needsChecking: requirement?.needsChecking ?? null,
		offers: found.slice(0, MAX_OFFERS).map(({ offer: { activityId, title, href }, credits }) => ({
			...{ activityId, title, href, credits },
		})),
	} satisfies RequirementResult
}

/** Sets the needed credits to zero, since inactive and exempt admissions have no requirements. */
const withoutNeed = (state: RequirementState): RequirementState => ({ ...state, need: 0, missing: 0, planned: 0 })

/** Returns the requirements of a cycle, with the club's offers for them. */
function requirementsFor(admission: AdmissionRow, cycle: Cycle, { evaluation, rules }: Judgment, offers: Offer[]) {
	const requirements = requirementsOf(cycle, rules.rules)
	return evaluation.requirements.map((state) =>
		toResult(
			admission.status === 'active' ? state : withoutNeed(state),
			requirements.find(({ id }) => id === state.id),
			offers,
		),
	)
}

function rulesView(cycleSet: CycleSet, cycle: Cycle | undefined): Card['rules'] {
	const { rules, checkedBy } = cycle ? rulesForCycle(cycleSet, cycle) : cycleSet.stored
	const { version, validFrom, checkedAt, status, sources } = rules
	const others = cycleSet.versions.filter(
		(other) =>
			cycle !== undefined &&
			other.rules.version !== version &&
			other.rules.validFrom <= cycle.lastDay &&
			// The version in force on the first day, and versions that take effect during the cycle.
			(other.rules.validFrom > cycle.from || inForceOn(cycleSet.versions, cycle.from) === other),
	)
	return {
		...{ version, validFrom, checkedAt, checkedBy, status, sources },
		words: rulesText(rules),
		numbers: numbersOf(rules, cycle?.kind ?? 'experienced'),
		others: others.map((other) => ({ version: other.rules.version, validFrom: other.rules.validFrom })),
	}
}

/** Returns a new attorney's tasks in addition to those of the cycle. */
function alsoOf(admission: AdmissionRow, { training }: RuleSet): Card['also'] {
	if (!training || admission.cycleKind !== 'newly') return []
	const lastDay = trainingDay(admission.admittedOn, training.months)
	const isDone = admission.filings.some(({ due }) => due === lastDay)
	return [{ title: training.title, lastDay, words: training.text, isDone }]
}

/** Returns the carry-over from the previous cycle, without credits that count in both cycles. */
const carryInOf = ({ evaluation, alsoFromYear }: Judgment) => evaluation.carryIn - alsoFromYear

function assumptionsOf(admission: AdmissionRow, cycle: Cycle, judgment: Judgment): string[] {
	const { evaluation, isCarryComputed, alsoFromYear } = judgment
	return [
		...(admission.status === 'active' ? [] : [`You are ${admission.status} here, so nothing is required.`]),
		...cycle.assumptions,
		...(isCarryComputed
			? [
					`Carry-over calculated from your last cycle: ${creditsText(carryInOf(judgment))}. If the board says otherwise, enter it yourself.`,
				]
			: []),
		...(alsoFromYear > 0
			? [
					`${creditsText(alsoFromYear)} of your last year as a new attorney count here too, since your registration was due before that year ended.`,
				]
			: []),
		...evaluation.assumptions,
	]
}

/** Returns the fields of a card without a cycle: only the problem is shown. */
const withoutCycle = (problem: string) => ({
	...{ cycle: null, problem, daysLeft: 0, extension: null, requirements: [], overCap: [], assumptions: [], cycles: [] },
	...{ total: { have: 0, need: null, planned: 0 }, carryIn: 0, carryOut: 0 },
})

interface LedgerData {
	rows: readonly CountingRow[]
	offers: readonly Offer[]
	on: string
}

function judgedFields(admission: AdmissionRow, cycleSet: CycleSet, current: Cycle, { rows, offers, on }: LedgerData) {
	const credited = new Set(rows.map(({ activityId }) => activityId))
	const open = offers.filter(
		({ jurisdiction, activityId }) => jurisdiction === admission.jurisdiction && !credited.has(activityId),
	)
	const judgment = judge(cycleSet, current, rows, plannedOf(open, on))
	const { evaluation } = judgment
	const requirements = requirementsFor(admission, current, judgment, open)
	const [total] = requirements
	const extension = admission.extensions.find(({ cycleFrom }) => cycleFrom === current.cycleFrom)
	return {
		cycle: toCycleView(current, current, on),
		problem: null,
		daysLeft: daysBetween(on, current.lastDay),
		extension: extension ? { newDue: extension.newDue, note: extension.note } : null,
		total: { have: total?.have ?? 0, need: total?.need ?? null, planned: total?.planned ?? 0 },
		requirements,
		overCap: evaluation.overCap.map((each) => ({
			...each,
			creditIds: [...each.creditIds],
			words: `${creditsText(each.credits)} above the limit for ${each.label.toLowerCase()} ${each.credits === 100 ? 'does' : 'do'} not count.`,
		})),
		carryIn: carryInOf(judgment),
		carryOut: evaluation.carryOut,
		assumptions: assumptionsOf(admission, current, judgment),
		cycles: cycleSet.cycles.map((cycle) => toCycleView(cycle, current, on)),
	}
}

function toCard(admission: AdmissionRow, cycleSet: CycleSet, data: LedgerData): Card {
	const { rules } = cycleSet.stored
	const { current } = cycleSet
	const problem = problemOf(admission, rules)?.[1] ?? (current ? undefined : 'This admission has no cycle today')
	const { id: admissionId, jurisdiction, barNumber, status } = admission
	const ownRows = data.rows.filter((row) => row.admissionId === admissionId)
	return {
		...{ admissionId, jurisdiction, name: rules.name, barNumber, status },
		...(problem === undefined && current
			? judgedFields(admission, cycleSet, current, { ...data, rows: ownRows })
			: withoutCycle(problem ?? '')),
		rules: rulesView(cycleSet, current),
		also: alsoOf(admission, rules),
	}
}

const toJurisdiction = ({ rules }: StoredRules): Jurisdiction => ({
	...{ jurisdiction: rules.jurisdiction, name: rules.name, status: rules.status, categories: rules.categories },
	needs: needsOf(rules),
	unitCredits: rules.credit.unitCredits,
	speaking: rules.speaker !== null,
	mustBeAway: rules.outside.mustBeAway,
	takesCarryOver: Object.keys(rules.carryOver).length > 0,
})

/** Returns a member's whole ledger. */
export async function ledgerOf(userId: string, on = clubDay()): Promise<contracts.Ledger> {
	const [rules, admissions] = await Promise.all([readRules(), admissionsOf(userId)])
	const [rows, offers] = await Promise.all([
		countingRows(admissions.map(({ id }) => id)),
		offersIn(
			admissions.map(({ jurisdiction }) => jurisdiction),
			userId,
			on,
		),
	])
	const data = { rows, offers, on }
	return {
		today: on,
		cards: admissions.flatMap((admission) => {
			const cycleSet = cyclesFor(admission, rules, on)
			return cycleSet ? [toCard(admission, cycleSet, data)] : []
		}),
		jurisdictions: [...rules.values()]
			.flatMap((versions) => inForceOn(versions, on) ?? [])
			.map(toJurisdiction)
			.toSorted((a, b) => a.name.localeCompare(b.name)),
	}
}

/** A member's deadline, for emails and calendars. */
export interface Deadline {
	admissionId: string
	/** `New York credits`, or the title of an additional task of new attorneys. */
	what: string
	lastDay: string
	reportBy: string
	/** Sentences that describe what is missing. */
	words: string[]
	/** `Rules of New York, checked …` */
	rules: string
}

/** Returns the deadlines of a member's current cycles and, for a new attorney, of open tasks. */
export async function deadlinesOf(userId: string, on = clubDay()): Promise<Deadline[]> {
	const { cards } = await ledgerOf(userId, on)
	return cards.flatMap(({ admissionId, name, status, cycle, requirements, also, rules }) => {
		if (status !== 'active') return []
		const shared = { admissionId, rules: rules.words }
		const words = requirements.flatMap((each) => (each.words === '' ? [] : [each.words]))
		const credits = cycle && { what: `${name} credits`, lastDay: cycle.lastDay, reportBy: cycle.reportBy, words }
		const others = also
			.filter(({ isDone }) => !isDone)
			.map(({ title, lastDay, words: text }) => ({ what: title, lastDay, reportBy: lastDay, words: [text] }))
		return [...(credits ? [credits] : []), ...others].map((each) => ({ ...shared, ...each }))
	})
}

/** `Last day: 29 Mar 2027. Report by 30 Mar 2027.` */
export const deadlineText = ({ lastDay, reportBy }: Pick<Deadline, 'lastDay' | 'reportBy'>): string =>
	`Last day: ${shortDay(lastDay)}.${reportBy === lastDay ? '' : ` Report by ${shortDay(reportBy)}.`}`

export const getLedger: Service<typeof contracts.getLedger> = (_, { user }) => ledgerOf(user.id)
