import { MONTHS, partsOf } from '#src/lib/dates/calendar-day.ts'
import { counted } from '#src/lib/text/format-number.ts'
import type { CycleKind, RuleSet } from './rules-schema.ts'

// Formats the numbers of the ledger for screens, emails and documents.

/** Label of a credit that the member entered. */
export const SELF_REPORTED = 'Self-reported, not accredited'
/** Label of a credit for a club programme that no board accredited. */
export const NOT_ACCREDITED = 'Not accredited'

/** Formats hundredths with at least one digit after the point: `1.0`, `2.5`, `1.25`. */
export const formatCredits = (hundredths: number): string => {
	const text = (hundredths / 100).toFixed(2)
	return text.endsWith('0') ? text.slice(0, -1) : text
}

/** Formats hundredths for a sentence: `1`, `2.5`. */
export const plainCredits = (hundredths: number) => String(hundredths / 100)

/** `1 credit`, `2.5 credits` */
export const creditsText = (hundredths: number): string =>
	`${plainCredits(hundredths)} ${hundredths === 100 ? 'credit' : 'credits'}`

/** Formats a day as `22 Nov 2026`. */
export function shortDay(day: string): string {
	const [year, month, date] = partsOf(day)
	return `${date} ${MONTHS[month - 1]?.slice(0, 3)} ${year}`
}

/** `1 Feb 2024 to 29 Mar 2027` */
export const periodText = (from: string, to: string): string => `${shortDay(from)} to ${shortDay(to)}`

/** `1 credit of cybersecurity is missing. 2 of our courses give it.` */
export function missingText(missing: number, category: string | undefined, courses: number): string {
	if (missing === 0) return ''
	const credits = `${creditsText(missing)}${category === undefined ? '' : ` of ${category}`}`
	const sentence = `${credits} ${missing === 100 ? 'is' : 'are'} missing.`
	if (courses === 0) return sentence
	return `${sentence} ${courses} of our courses ${courses === 1 ? 'gives' : 'give'} ${missing === 100 ? 'it' : 'them'}.`
}

/** `Rules of New York, checked 22 Nov 2026. Confirm with the board.` */
export const rulesText = ({ name, checkedAt, status }: Pick<RuleSet, 'name' | 'checkedAt' | 'status'>): string =>
	status === 'verified'
		? `Rules of ${name}, checked ${shortDay(checkedAt)}. Confirm with the board.`
		: `Rules of ${name}, unchecked, from secondary sources on ${shortDay(checkedAt)}. Confirm with the board.`

/** `half credits: 1.0, 1.5, 2.0 …` */
function stepsText(unitCredits: number): string {
	const names: Record<number, string> = { 25: 'quarter', 50: 'half', 100: 'whole' }
	const examples = [0, 1, 2].map((at) => formatCredits(100 + at * unitCredits)).join(', ')
	return `${names[unitCredits] ?? `${formatCredits(unitCredits)}`} credits: ${examples} …`
}

/** `New York gives half credits: 1.0, 1.5, 2.0 …` */
export const givesText = ({ name, credit }: Pick<RuleSet, 'name' | 'credit'>): string =>
	`${name} gives ${stepsText(credit.unitCredits)}`

/** A number from the rules, with its confidence. */
export interface RuleNumber {
	what: string
	words: string
	confidence: RuleSet['credit']['confidence']
	needsChecking: string | null
}

function cycleText({ cycles, reportDays }: RuleSet): string {
	const { experienced: cycle } = cycles
	const report = reportDays > 0 ? `, with the report due within ${counted(reportDays, 'day')}` : ''
	if (cycle.kind === 'birthday')
		return `every ${cycle.everyYears} years, ending ${cycle.graceDays} days after your birthday${report}`
	if (cycle.kind === 'groups')
		return `every ${cycle.everyMonths} months${cycle.by === 'none' ? '' : ', by group'}${report}`
	if (cycle.kind === 'birthMonth')
		return `every ${cycle.everyMonths} months, ending the month before your birth month${report}`
	if (cycle.kind === 'assigned') return `every ${cycle.everyMonths} months, ending on a day the board assigns${report}`
	return 'the first years after admission'
}

function creditText({ credit }: RuleSet): string {
	const { unitMinutes, unitCredits, rounding, minimumMinutes } = credit
	const rounded = rounding === 'down' ? 'rounded down' : 'to the nearest step'
	const minimum = minimumMinutes > 0 ? `, none for less than ${minimumMinutes} minutes` : ''
	return `${formatCredits(unitCredits)} for each ${unitMinutes} minutes, ${rounded}${minimum}`
}

/** Describes the numbers of the rules for a kind of cycle. */
export function numbersOf(rules: RuleSet, kind: CycleKind): RuleNumber[] {
	const carry = rules.carryOver[kind]
	const entries: (
		| [string, string, { confidence: RuleNumber['confidence']; needsChecking?: string | undefined }]
		| false
	)[] = [
		['Credit', creditText(rules), rules.credit],
		['Cycle', cycleText(rules), rules.cycles.experienced],
		carry
			? [
					'Carry-over',
					`at most ${creditsText(carry.most)} to the next ${carry.periods === 1 ? 'cycle' : `${carry.periods} cycles`}`,
					carry,
				]
			: ['Carry-over', 'none', { confidence: rules.status === 'verified' ? 'secondary' : 'open' }],
		rules.speaker !== null && [
			'Speaking',
			`the length times ${rules.speaker.factor}, or times ${rules.speaker.repeatFactor} when repeated`,
			rules.speaker,
		],
		rules.proportional !== null && [
			'Inactive months',
			`lower the total and some requirements in proportion to ${rules.proportional.months} months, in whole credits`,
			rules.proportional,
		],
		['Keep certificates', counted(rules.keepYears.attorney, 'year'), rules.keepYears],
		...(rules.caps[kind] ?? []).map((cap): [string, string, typeof cap] => [
			cap.label,
			cap.most === undefined
				? `at most ${cap.percentOfTotal} percent of the total`
				: `at most ${creditsText(cap.most)}`,
			cap,
		]),
	]
	return entries
		.filter((each) => each !== false)
		.map(([what, words, marks]) => ({
			...{ what, words, confidence: marks.confidence },
			needsChecking: marks.needsChecking ?? null,
		}))
}
