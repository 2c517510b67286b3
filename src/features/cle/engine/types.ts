import type { CycleKind, Format } from '../rules-schema.ts'

// Inputs and outputs of the engine. Pure data, since the engine also runs in the browser.

/** The data of an admission that determines its cycles. */
export interface AdmissionFacts {
	admittedOn: string
	birthday: string | null
	groupNo: number | null
	assignedDay: string | null
	cycleKind: 'experienced' | 'newly'
	/** `YYYY-MM` */
	inactiveMonths: readonly string[]
	filings: readonly { due: string; filedOn: string }[]
	extensions: readonly { cycleFrom: string; newDue: string }[]
}

/** A period under the rules, adjusted by filings and extensions. */
export interface Cycle {
	/** First day under the rules. Identifies the cycle. */
	cycleFrom: string
	kind: CycleKind
	/** First day that counts. */
	from: string
	/** Last day that counts. */
	lastDay: string
	/** Last day under the rules. */
	due: string
	/** Day the report is due, after any extension. */
	report: string
	/** `report`, moved off a weekend if the rules require it. */
	reportBy: string
	filedOn: string | null
	/** Whether its period under the rules begins before a new attorney's first years end. */
	overlapsNewly: boolean
	/** Active months if they reduce the requirements; null if all months count. */
	activeMonths: number | null
	assumptions: readonly string[]
}

/** A credit as input of the evaluation, never a voided one. */
export interface CreditFacts {
	id: string
	date: string
	format: Format
	/** Hundredths by category. */
	credits: Readonly<Record<string, number>>
	/** Number of times it was carried over: 0 in its own cycle. */
	age?: number
}

export interface RequirementState {
	id: string
	label: string
	/** Null if the rules have no number. */
	need: number | null
	have: number
	planned: number
	missing: number
	within: string | null
}

export interface Evaluation {
	/** Starts with the total. */
	requirements: readonly RequirementState[]
	/** Credits above a cap, latest first. */
	overCap: readonly { id: string; label: string; credits: number; creditIds: readonly string[] }[]
	carryIn: number
	carryOut: number
	/** Carry-over to the next cycle, by category and age. */
	carried: readonly CreditFacts[]
	assumptions: readonly string[]
}
