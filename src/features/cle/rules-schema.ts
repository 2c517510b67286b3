import * as z from 'zod/mini'
import { day, NO_DAY } from '#src/lib/api/fields.ts'
import { isDay } from '#src/lib/dates/calendar-day.ts'
import { oneLine } from '#src/lib/one-line.ts'

// A jurisdiction's rules as data: files in `rules/`, and versions that admins write.
// Credits are integer hundredths (150 is 1.5), days `YYYY-MM-DD`.

/** Formats of a programme. `recorded`: not live, attendance verified. `self-study`: attendance not verified. */
export const FORMATS = ['live', 'online', 'recorded', 'self-study', 'in-house'] as const
export const format = z.enum(FORMATS, 'Choose a format')
export type Format = z.output<typeof format>

export const FORMAT_LABELS: Readonly<Record<Format, string>> = {
	live: 'In person',
	online: 'Live online',
	recorded: 'Recorded, attendance verified',
	'self-study': 'Self-study',
	'in-house': 'In-house',
}

/** A day from 1900 to 2099, so that the cycles and reports around it are valid days too. */
export const nearDay = z
	.string(NO_DAY)
	.check(z.refine((text) => isDay(text) && text >= '1900-01-01' && text <= '2099-12-31', NO_DAY))

const NUMBER = 'Enter a whole number'
const MAX = 100_000
const count = z.int(NUMBER).check(z.gte(0, NUMBER), z.lte(MAX, NUMBER))
const positive = z.int(NUMBER).check(z.gte(1, NUMBER), z.lte(MAX, NUMBER))
const LENGTH = 'Use 1 to 120 months, or 1 to 10 years'
/** Lengths of cycles and of training. */
const months = z.int(LENGTH).check(z.gte(1, LENGTH), z.lte(120, LENGTH))
const years = z.int(LENGTH).check(z.gte(1, LENGTH), z.lte(10, LENGTH))
const RETENTION = 'Use at most 50 years, and at least 1 for certificates and records'
const retentionYears = (least: number) => z.int(RETENTION).check(z.gte(least, RETENTION), z.lte(50, RETENTION))
const DAYS = 'Use 0 to 400 days'
const days = z.int(DAYS).check(z.gte(0, DAYS), z.lte(400, DAYS))
const word = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'Use lower-case letters, digits and hyphens'))
const line = z.string().check(oneLine, z.minLength(1, 'Enter a text'), z.maxLength(500, 'Use at most 500 characters'))
const text = z.string().check(z.trim(), z.minLength(1, 'Enter a text'), z.maxLength(500, 'Use at most 500 characters'))

/** Confidence in a number: read in the rule, from a secondary page, from memory, or open. */
export const confidence = z.enum(['verified', 'secondary', 'memory', 'open'])
export type Confidence = z.output<typeof confidence>

/** Fields of each number, shown to the member. */
const marks = {
	confidence,
	/** Describes what still has to be checked. */
	needsChecking: z.optional(text),
}

/** Defines the cycles: repeating for experienced attorneys, or the first years of new attorneys. */
const cycle = z.discriminatedUnion('kind', [
	/** New York: a cycle ends every second year, some days after the birthday. */
	z.object({
		kind: z.literal('birthday'),
		everyYears: years,
		/** Days from the birthday to the last day. */
		graceDays: days,
		parityBy: z.literal('admissionYear'),
		/** First admission year that decides the parity. For earlier admissions, cycles end in even years. */
		evenBefore: count,
		...marks,
	}),
	/** The first years after admission, one cycle each: `newly-1`, `newly-2`. */
	z.object({
		kind: z.literal('anniversary'),
		years: z.array(years).check(z.minLength(1), z.maxLength(3)),
		...marks,
	}),
	/** Groups, each with a first cycle that is followed by cycles of equal length. */
	z.object({
		kind: z.literal('groups'),
		/** How the group is decided; `none` if there is only one. */
		by: z.enum(['lastName', 'birthMonth', 'lot', 'none']),
		everyMonths: months,
		groups: z
			.array(
				z.object({
					no: positive,
					label: text,
					/** Initials of last names: `AG` is A to G. */
					letters: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/, 'Use two letters, such as AG'))),
					/** First and last birth month. */
					months: z.optional(z.array(positive.check(z.lte(12, NUMBER))).check(z.length(2))),
					first: z.object({ from: nearDay, to: nearDay }),
				}),
			)
			.check(z.minLength(1), z.maxLength(24)),
		...marks,
	}),
	/** Texas: from the birth month to the month before the next one. */
	z.object({ kind: z.literal('birthMonth'), everyMonths: months, firstMonths: months, ...marks }),
	/** The board assigns the last day; the member enters it. */
	z.object({ kind: z.literal('assigned'), everyMonths: months, ...marks }),
])
export type CycleRule = z.output<typeof cycle>

/** Credits that can meet a requirement. */
const from = z.object({
	category: word,
	/** Only credits of these formats. */
	formats: z.optional(z.array(format)),
	/** Maximum of this category that counts. */
	most: z.optional(count),
	/** Maximum of this category in all years of a new attorney together. */
	mostInYears: z.optional(count),
})

const requirement = z.object({
	id: word,
	label: text,
	/** Name of the missing credits in messages: `1 credit of cybersecurity is missing`. */
	of: z.optional(text),
	credits: z.optional(count),
	/** Instead of `credits`: a percentage of the total. */
	percentOfTotal: z.optional(positive.check(z.lte(100, NUMBER))),
	/** If omitted, credits of every category count. */
	from: z.optional(z.array(from).check(z.minLength(1))),
	/** For a requirement without `from`: only credits of these formats count. */
	formats: z.optional(z.array(format)),
	/** Id of the parent requirement. Credits count toward both. */
	within: z.optional(word),
	/** For a part: credits from earlier years of a new attorney count too. */
	anyYear: z.optional(z.boolean()),
	/** For cycles that end on or after this day. */
	since: z.optional(day),
	/** For cycles that end on or before this day. */
	until: z.optional(day),
	...marks,
})
export type Requirement = z.output<typeof requirement>

/** Limits the credits of some formats. */
const cap = z.object({
	id: word,
	label: text,
	formats: z.array(format).check(z.minLength(1)),
	most: z.optional(count),
	percentOfTotal: z.optional(positive.check(z.lte(100, NUMBER))),
	...marks,
})

const carryOver = z.object({
	most: count,
	/** Number of following cycles in which carried credits count. */
	periods: positive,
	/** Categories that do not carry over. */
	except: z.array(word),
	/** Maximum by requirement id, for all its categories together, or by category. */
	mostOf: z.optional(z.record(word, count)),
	/** Only these formats carry over. */
	formats: z.optional(z.array(format)),
	/** Carried credits count toward the total only. */
	totalOnly: z.optional(z.boolean()),
	/** New attorneys' last year: this many credits also count in a next cycle that began before the year ended. */
	alsoNext: z.optional(count),
	...marks,
})
export type CarryOver = z.output<typeof carryOver>

/** Kinds of cycles. */
export const CYCLE_KINDS = ['experienced', 'newly-1', 'newly-2', 'newly-3'] as const
export const cycleKind = z.enum(CYCLE_KINDS)
export type CycleKind = z.output<typeof cycleKind>
const byKind = <Value extends z.core.$ZodType>(value: Value) => z.partialRecord(cycleKind, value)

/** All rules of a board, without the name of the person who checked them. */
export const ruleSet = z.object({
	/** Such as `US-NY`. */
	jurisdiction: z.string().check(z.regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/, 'Use a code such as US-NY')),
	/** `New York` */
	name: line,
	version: positive,
	validFrom: day,
	checkedAt: day,
	/** `unchecked`: a template from secondary sources. */
	status: z.enum(['verified', 'unchecked']),
	sources: z.array(z.object({ url: z.string().check(z.regex(/^https:\/\//, 'Use a URL with https://')), what: text })),
	/** `minutes / unitMinutes`, rounded, times `unitCredits`; zero below `minimumMinutes`. */
	credit: z.object({
		unitMinutes: positive,
		unitCredits: positive,
		rounding: z.enum(['down', 'nearest']),
		minimumMinutes: count,
		...marks,
	}),
	speaker: z.nullable(
		z.object({
			factor: positive,
			repeatFactor: positive,
			/** Rounds the length before multiplying, or the product plus the attended minutes. */
			rounding: z.enum(['beforeFactor', 'afterFactor']),
			...marks,
		}),
	),
	categories: z.array(z.object({ id: word, label: text })).check(z.minLength(1), z.maxLength(30)),
	cycles: z.object({ experienced: cycle, newly: z.nullable(cycle) }),
	requirements: byKind(z.array(requirement).check(z.maxLength(30))),
	/** A credit counts toward one requirement and its parents. */
	countOnce: z.literal(true),
	caps: byKind(z.array(cap)),
	/** Nothing carries over from a kind that is missing here. */
	carryOver: byKind(carryOver),
	/** Inactive months reduce these requirements to `ceil(credits * activeMonths / months)`, in whole credits. */
	proportional: z.nullable(
		z.object({
			months,
			requirements: z.array(word),
			/** Up to this many active months, the number is unknown. */
			unknownUpTo: count,
			...marks,
		}),
	),
	/** Training that new attorneys take elsewhere, in addition to their cycle. Here it has a last day but no credits. */
	training: z.nullable(z.object({ title: line, months, text, ...marks })),
	/** Whether a reporting day on a weekend moves to the next working day. */
	weekend: z.enum(['same-day', 'report-next-working-day']),
	/** Days from the last day of a cycle until its report is due. */
	reportDays: days,
	/** Instead of `reportDays`: months until the report is due, at the end of that month. */
	reportMonths: z.optional(months),
	/** The cycle ends on the day of the filing, whether before or after its last day. */
	endsWithFiling: z.boolean(),
	repeat: z.enum(['never', 'oncePerCycle', 'allowed']),
	/** Whether part of a programme earns credit. */
	partial: z.boolean(),
	papers: z.array(z.enum(['attendance', 'completion'])),
	outside: z.object({ mustBeAway: z.boolean() }),
	verification: z.object({
		codesEveryMinutes: positive,
		loneCodeBeforeEndMinutes: z.array(count).check(z.length(2)),
		/** Fastest playback rate that counts. */
		maxRate: z.number().check(z.gte(1), z.lte(4)),
		...marks,
	}),
	keepYears: z.object({ attorney: retentionYears(1), provider: retentionYears(1), ...marks }),
	providerDuties: z.array(
		z.object({ kind: z.enum(['upload', 'report', 'keep']), withinDays: count, fields: z.array(text), text, ...marks }),
	),
	evaluation: z.nullable(z.object({ keepYears: retentionYears(0), ...marks })),
})
export type RuleSet = z.output<typeof ruleSet>
