import type { BodyOf } from '#src/lib/api/contract.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { givesText } from '../cle-text.ts'
import { CREDITS, createCredit, MAX_CREDITS, MAX_MINUTES, MINUTES } from '../contract.ts'
import { creditsByCategory, speakingCredits } from '../engine/credits.ts'
import type { RuleSet } from '../rules-schema.ts'
import { totalOf } from './credit-rows.ts'

type Body = BodyOf<typeof createCredit>

/** Returns the credits for speaking by category. Attended minutes count in the first category. */
function speaking(minutes: Readonly<Record<string, number>>, body: Body, rules: RuleSet): Record<string, number> {
	return Object.fromEntries(
		Object.entries(minutes).map(([category, each], at) => {
			const attendedMinutes = at === 0 ? body.attendedMinutes : 0
			const credits = speakingCredits({ minutes: each, isFirst: !body.isRepeat, attendedMinutes }, rules)
			if (credits === undefined) throw httpError(createCredit.errors.speaking)
			return [category, credits]
		}),
	)
}

const partsOf = ({ category, minutes, credits, more }: Body) => [{ category, minutes, credits }, ...more]

/** Returns the minutes of all parts; null if none are known. */
export function minutesOf(body: Body): number | null {
	const known = partsOf(body).flatMap(({ minutes }) => minutes ?? [])
	return known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0)
}

/**
 * Returns the credits of a new entry by category: as entered, or computed from its minutes.
 * @throws {ApiError} 400
 */
export function amountsOf(body: Body, rules: RuleSet): Record<string, number> {
	const { errors } = createCredit
	const parts = partsOf(body)
	const minutes: Record<string, number> = {}
	const entered: Record<string, number> = {}
	for (const part of parts) {
		if (!rules.categories.some(({ id }) => id === part.category)) throw httpError(errors.category)
		if (part.credits !== null) entered[part.category] = (entered[part.category] ?? 0) + part.credits
		else if (part.minutes !== null && body.source !== 'carry')
			minutes[part.category] = (minutes[part.category] ?? 0) + part.minutes
		else throw httpError(errors.amount)
	}
	if (Object.values(entered).some((credits) => credits % rules.credit.unitCredits !== 0))
		throw httpError([errors.steps[0], givesText(rules)])
	if (totalOf(entered) > MAX_CREDITS) throw httpError([errors.amount[0], CREDITS])
	if ((minutesOf(body) ?? 0) > MAX_MINUTES) throw httpError([errors.amount[0], MINUTES])
	const computed =
		body.source === 'speaking' ? speaking(minutes, body, rules) : creditsByCategory(minutes, rules).credits
	const credits = { ...computed }
	for (const [category, each] of Object.entries(entered)) credits[category] = (credits[category] ?? 0) + each
	if (totalOf(credits) === 0) throw httpError(errors.none)
	return Object.fromEntries(Object.entries(credits).filter(([, each]) => each > 0))
}
