import { creditsByCategory } from '#src/features/cle/engine/credits.ts'
import type { RuleSet } from '#src/features/cle/rules-schema.ts'
import type { AdmissionRow } from '#src/features/cle/server/admissions.ts'
import { type AccreditationRow, type Bars, isValidOn } from './bars.ts'
import type { ActivityRow } from './rows.ts'

// The awards of a completed attendance, one for each of the member's admissions.

export interface Award {
	/** Null for a member without an admission, who gets a certificate but no credit. */
	admission: AdmissionRow | null
	rules: RuleSet | null
	/** The board's accreditation; null if the credits are computed from the length. */
	accreditation: AccreditationRow | null
	/** Hundredths by category. */
	credits: Record<string, number>
}

/** Returns the board's accreditation of an activity in its format, on a day. */
const accreditationOn = (
	accreditations: readonly AccreditationRow[],
	jurisdiction: string,
	{ format }: ActivityRow,
	day: string,
): AccreditationRow | undefined =>
	accreditations.find((row) => row.jurisdiction === jurisdiction && row.formats.includes(format) && isValidOn(row, day))

/** Returns the minutes of an activity by the categories of these rules. Unknown ones count as the first category. */
function minutesOf({ minutes, minutesByCategory }: ActivityRow, { categories }: RuleSet): Record<string, number> {
	const [first] = categories
	if (!first) return {}
	if (!minutesByCategory) return { [first.id]: minutes }
	const known = new Set(categories.map(({ id }) => id))
	const sums: Record<string, number> = {}
	for (const [category, categoryMinutes] of Object.entries(minutesByCategory)) {
		const id = known.has(category) ? category : first.id
		sums[id] = (sums[id] ?? 0) + categoryMinutes
	}
	return sums
}

function awardOf(admission: AdmissionRow, { accreditations, rules }: Bars, activity: ActivityRow, day: string): Award {
	const { jurisdiction } = admission
	const ruleSet = rules.get(jurisdiction)
	const accreditation = accreditationOn(accreditations, jurisdiction, activity, day) ?? null
	// The credits that the board granted override the computed ones.
	const credits = accreditation
		? accreditation.credits
		: ruleSet
			? creditsByCategory(minutesOf(activity, ruleSet), ruleSet).credits
			: {}
	return { admission, rules: ruleSet ?? null, accreditation, credits }
}

/** Returns the awards for an activity that a member completed on a day. */
export function awardsOf(bars: Bars, activity: ActivityRow, day: string): Award[] {
	const awards = bars.admissions.map((admission) => awardOf(admission, bars, activity, day))
	return awards.length > 0 ? awards : [{ admission: null, rules: null, accreditation: null, credits: {} }]
}
