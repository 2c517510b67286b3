import type { RuleSet } from '../rules-schema.ts'

type Rules = Pick<RuleSet, 'credit' | 'speaker'>

/** Returns the credits for a number of minutes, in hundredths. */
export function creditsOf(minutes: number, { credit }: Rules): number {
	const { unitMinutes, unitCredits, rounding, minimumMinutes } = credit
	if (minutes < minimumMinutes) return 0
	const units =
		rounding === 'down'
			? Math.floor(minutes / unitMinutes)
			: Math.floor((2 * minutes + unitMinutes) / (2 * unitMinutes))
	return units * unitCredits
}

/** Returns the credits by category, each rounded separately. Their sum is at most the credits for all minutes. */
export function creditsByCategory(
	minutes: Readonly<Record<string, number>>,
	rules: Rules,
): { credits: Record<string, number>; atMost: number } {
	const entries = Object.entries(minutes)
	const atMost = creditsOf(
		entries.reduce((sum, [, each]) => sum + each, 0),
		rules,
	)
	const credits = entries.map(([category, each]) => [category, creditsOf(each, rules)] as [string, number])
	let over = credits.reduce((sum, [, each]) => sum + each, 0) - atMost
	// Subtracts the excess that rounding added, from the largest categories first.
	for (const entry of credits.toSorted((a, b) => b[1] - a[1])) {
		const reduction = Math.max(0, Math.min(over, entry[1]))
		entry[1] -= reduction
		over -= reduction
	}
	return { credits: Object.fromEntries(credits.filter(([, each]) => each > 0)), atMost }
}

/**
 * Returns the credits for speaking; undefined if the rules have no number for it.
 * @param talk.attendedMinutes minutes of a panel during which the speaker listened to others.
 */
export function speakingCredits(
	talk: { minutes: number; isFirst: boolean; attendedMinutes?: number },
	rules: Rules,
): number | undefined {
	const { speaker } = rules
	if (!speaker) return undefined
	const factor = talk.isFirst ? speaker.factor : speaker.repeatFactor
	const attended = talk.attendedMinutes ?? 0
	if (speaker.rounding === 'afterFactor') return creditsOf(talk.minutes * factor + attended, rules)
	return creditsOf(talk.minutes, rules) * factor + creditsOf(attended, rules)
}
