import type { CycleKind, Format } from '../rules-schema.ts'

// What the engine takes and gives. Pure data: it also runs in the browser.

/** What the cycles of an admission follow from. */
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

/** A period of the rules, with what changed it. */
export interface Cycle {
	/** First day by the rules: the name of the cycle. */
	cycleFrom: string
	kind: CycleKind
	/** First day that counts. */
	from: string
	/** Last day that counts. */
	lastDay: string
	/** Last day by the rules. */
	due: string
	/** Day of the report by the rules. */
	report: string
	/** The same, moved from a weekend where the rules say so. */
	reportBy: string
	filedOn: string | null
	/** It began with a registration before the last year of a new attorney was over. */
	overlapsNewly: boolean
	/** Months of duty, where the rules reduce by them; null: all. */
	activeMonths: number | null
	assumptions: readonly string[]
}

/** A credit as the evaluation takes it; voided ones are left out before. */
export interface CreditFacts {
	id: string
	date: string
	format: Format
	/** Hundredths by category. */
	credits: Readonly<Record<string, number>>
	/** How often it was carried over: 0 for the own cycle. */
	age?: number
}

export interface RequirementState {
	id: string
	label: string
	/** Null: the rules give no number. */
	need: number | null
	have: number
	planned: number
	missing: number
	within: string | null
}

export interface Evaluation {
	/** The total first. */
	requirements: readonly RequirementState[]
	/** Credits above a cap, latest first. */
	overCap: readonly { id: string; label: string; credits: number; creditIds: readonly string[] }[]
	carryIn: number
	carryOut: number
	/** What is carried out, by category and age. */
	carried: readonly CreditFacts[]
	assumptions: readonly string[]
}
