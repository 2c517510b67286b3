import * as z from 'zod/mini'
import { day } from '#src/lib/api/fields.ts'
import { confidence, cycleKind } from './rules-schema.ts'

// What screens show of an admission, its cycle and the rules.

/** Hundredths by category. */
export const credits = z.record(z.string(), z.number())

/** Something of the club that gives credit. */
const offer = z.object({
	activityId: z.string(),
	title: z.string(),
	/** Hundredths that count for the requirement. */
	credits: z.number(),
	/** Where it is taken; empty if the member cannot open it. */
	href: z.string(),
})

const requirementResult = z.object({
	id: z.string(),
	label: z.string(),
	/** Hundredths; null if the number is not known (`needsChecking` says why). */
	need: z.nullable(z.number()),
	/** Credits that count for it. Of a part of the total at most `need`. */
	have: z.number(),
	/** What begun courses of the club will add. */
	planned: z.number(),
	missing: z.number(),
	/** Id of the requirement that it is a part of; null for none. */
	within: z.nullable(z.string()),
	/** `1 credit of cybersecurity is missing. 2 of our courses give it.` Empty when nothing is missing. */
	words: z.string(),
	confidence,
	needsChecking: z.nullable(z.string()),
	/** Courses of the club that give what is missing; empty when nothing is. */
	offers: z.array(offer),
})
export type RequirementResult = z.output<typeof requirementResult>

/** A number of the rules with how sure it is. */
const ruleNumber = z.object({
	/** `Carry-over` */
	what: z.string(),
	/** `at most 6 credits to the next cycle` */
	words: z.string(),
	confidence,
	needsChecking: z.nullable(z.string()),
})

const cycle = z.object({
	/** First day by the rules, which names the cycle in calls. */
	cycleFrom: day,
	kind: cycleKind,
	/** `30 Mar 2025 to 29 Mar 2028` */
	label: z.string(),
	/** First day that counts; after `cycleFrom` or before it, if the last cycle was filed late or early. */
	from: day,
	/** Last day that counts, with extension or filing. */
	lastDay: day,
	/** The last day by the rules: the `due` of a filing. */
	due: day,
	/** Day of the report; moved from a weekend where the rules say so. */
	reportBy: day,
	filedOn: z.nullable(day),
	isCurrent: z.boolean(),
	isPast: z.boolean(),
})
export type CycleView = z.output<typeof cycle>

/** One admission with its present cycle. */
export const card = z.object({
	admissionId: z.string(),
	jurisdiction: z.string(),
	/** `New York` */
	name: z.string(),
	barNumber: z.string(),
	status: z.enum(['active', 'inactive', 'exempt']),
	/** Null: the admission lacks something that the last day follows from, which `problem` says. */
	cycle: z.nullable(cycle),
	problem: z.nullable(z.string()),
	/** Days to the last day: 0 on it, negative after it. */
	daysLeft: z.number(),
	extension: z.nullable(z.object({ newDue: day, note: z.string() })),
	/** The ring. */
	total: z.object({ have: z.number(), need: z.nullable(z.number()), planned: z.number() }),
	/** The total first. */
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
	/** Hundredths from the last cycle. */
	carryIn: z.number(),
	/** Hundredths that would carry to the next one if this ended today. */
	carryOut: z.number(),
	/** What the numbers suppose, in words. */
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
		/** Other versions that hold on a day of this cycle, which is judged by the one that holds at its end. */
		others: z.array(z.object({ version: z.number(), validFrom: day })),
	}),
	/** Other things to do by a day, such as New Attorney Training. */
	also: z.array(z.object({ title: z.string(), lastDay: day, words: z.string(), isDone: z.boolean() })),
	/** Cycles to choose from: some past ones, the present and the next one. */
	cycles: z.array(cycle),
})
export type Card = z.output<typeof card>

/** A jurisdiction with what its forms ask for. */
export const jurisdiction = z.object({
	jurisdiction: z.string(),
	name: z.string(),
	status: z.enum(['verified', 'unchecked']),
	needs: z.object({
		birthday: z.boolean(),
		assignedDay: z.boolean(),
		/** Newly admitted attorneys have cycles of their own. */
		newly: z.boolean(),
		/** Empty: no group is asked for. `letters` propose one from the last name, `months` from the birthday. */
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
	/** Credit for speaking is known. */
	speaking: z.boolean(),
	/** Courses of other states count only if the member was elsewhere: the form asks. */
	mustBeAway: z.boolean(),
	takesCarryOver: z.boolean(),
})
export type Jurisdiction = z.output<typeof jurisdiction>
