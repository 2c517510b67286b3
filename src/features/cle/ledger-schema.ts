import * as z from 'zod/mini'
import { day } from '#src/lib/api/fields.ts'
import { confidence, cycleKind } from './rules-schema.ts'

// Display data of an admission, its cycle and the rules.

/** Hundredths by category. */
export const credits = z.record(z.string(), z.number())

/** A club activity that gives credit. */
const offer = z.object({
	activityId: z.string(),
	title: z.string(),
	/** Hundredths that count toward the requirement. */
	credits: z.number(),
	/** Link to the activity; empty if the member cannot open it. */
	href: z.string(),
})

const requirementResult = z.object({
	id: z.string(),
	label: z.string(),
	/** Hundredths; null if the number is unknown, for the reason in `needsChecking`. */
	need: z.nullable(z.number()),
	/** Credits that count toward it: at most `need` if the requirement lists categories. */
	have: z.number(),
	/** Credits that club courses in progress will add. */
	planned: z.number(),
	missing: z.number(),
	/** Id of the parent requirement, or null. */
	within: z.nullable(z.string()),
	/** `1 credit of cybersecurity is missing. 2 of our courses give it.` Empty when nothing is missing. */
	words: z.string(),
	confidence,
	needsChecking: z.nullable(z.string()),
	/** Club courses that give the missing credits; empty if none are missing. */
	offers: z.array(offer),
})
export type RequirementResult = z.output<typeof requirementResult>

/** A number from the rules, with its confidence. */
const ruleNumber = z.object({
	/** `Carry-over` */
	what: z.string(),
	/** `at most 6 credits to the next cycle` */
	words: z.string(),
	confidence,
	needsChecking: z.nullable(z.string()),
})

const cycle = z.object({
	/** First day under the rules. Identifies the cycle in API calls. */
	cycleFrom: day,
	kind: cycleKind,
	/** `30 Mar 2025 to 29 Mar 2028` */
	label: z.string(),
	/** First day that counts. Differs from `cycleFrom`, for example if the previous cycle was filed late or early. */
	from: day,
	/** Last day that counts, after any extension or filing. */
	lastDay: day,
	/** Last day under the rules. Filings refer to it as `due`. */
	due: day,
	/** Day the report is due, moved off a weekend if the rules require it. */
	reportBy: day,
	filedOn: z.nullable(day),
	isCurrent: z.boolean(),
	isPast: z.boolean(),
})
export type CycleView = z.output<typeof cycle>

/** An admission with its current cycle. */
export const card = z.object({
	admissionId: z.string(),
	jurisdiction: z.string(),
	/** `New York` */
	name: z.string(),
	barNumber: z.string(),
	status: z.enum(['active', 'inactive', 'exempt']),
	/** Null if the admission lacks data that the last day depends on; `problem` describes it. */
	cycle: z.nullable(cycle),
	problem: z.nullable(z.string()),
	/** Days to the last day: 0 on it, negative after it. */
	daysLeft: z.number(),
	extension: z.nullable(z.object({ newDue: day, note: z.string() })),
	/** Shown as a ring. */
	total: z.object({ have: z.number(), need: z.nullable(z.number()), planned: z.number() }),
	/** Starts with the total. */
	requirements: z.array(requirementResult),
	/** Credits above a limit, which do not count. */
	overCap: z.array(
		z.object({
			id: z.string(),
			label: z.string(),
			credits: z.number(),
			words: z.string(),
			creditIds: z.array(z.string()),
		}),
	),
	/** Hundredths carried over from the previous cycle. */
	carryIn: z.number(),
	/** Hundredths that would carry over if the cycle ended today. */
	carryOut: z.number(),
	/** Assumptions behind the numbers, as sentences. */
	assumptions: z.array(z.string()),
	rules: z.object({
		version: z.number(),
		validFrom: day,
		checkedAt: day,
		checkedBy: z.string(),
		status: z.enum(['verified', 'unchecked']),
		/** `Rules of New York, checked 22 Nov 2026. Confirm with the board.` */
		words: z.string(),
		sources: z.array(z.object({ url: z.string(), what: z.string() })),
		numbers: z.array(ruleNumber),
		/** Other versions in force during the cycle. The version in force at its end judges the cycle. */
		others: z.array(z.object({ version: z.number(), validFrom: day })),
	}),
	/** Other tasks with a deadline, such as New Attorney Training. */
	also: z.array(z.object({ title: z.string(), lastDay: day, words: z.string(), isDone: z.boolean() })),
	/** Cycles to choose from: some past cycles, the current and the next one. */
	cycles: z.array(cycle),
})
export type Card = z.output<typeof card>

/** A jurisdiction, with the fields that its forms need. */
export const jurisdiction = z.object({
	jurisdiction: z.string(),
	name: z.string(),
	status: z.enum(['verified', 'unchecked']),
	needs: z.object({
		birthday: z.boolean(),
		assignedDay: z.boolean(),
		/** Newly admitted attorneys have separate cycles or must take training. */
		newly: z.boolean(),
		/** Empty if no group is needed. `letters` suggests one from the last name, `months` from the birthday. */
		groups: z.array(
			z.object({
				no: z.number(),
				label: z.string(),
				letters: z.optional(z.string()),
				months: z.optional(z.array(z.number())),
			}),
		),
	}),
	categories: z.array(z.object({ id: z.string(), label: z.string() })),
	/** Smallest step, in hundredths. */
	unitCredits: z.number(),
	/** Whether the rules define credit for speaking. */
	speaking: z.boolean(),
	/** Out-of-state courses count only if the member was out of state, so the form asks. */
	mustBeAway: z.boolean(),
	takesCarryOver: z.boolean(),
})
export type Jurisdiction = z.output<typeof jurisdiction>
