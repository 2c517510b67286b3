import type { Requirement } from '../rules-schema.ts'
import type { CreditFacts } from './types.ts'

// New York: a new attorney whose first registration is due before the end of the second year may also apply credits
// of that year to the next cycle, 22 NYCRR 1500.22(b)(3).

interface Part extends Omit<CreditFacts, 'credits'> {
	category: string
	amount: number
}

/** Splits credits by category, without credits that were carried into or out of their cycle. */
function partsOf(own: readonly CreditFacts[], carried: readonly CreditFacts[]): Part[] {
	const parts = own
		.filter(({ age = 0 }) => age === 0)
		.flatMap(({ credits, ...rest }) =>
			Object.entries(credits).map(([category, amount]) => ({ ...rest, category, amount })),
		)
	for (const { format, credits } of carried)
		for (const [category, amount] of Object.entries(credits)) {
			let remaining = amount
			for (const part of parts.filter((each) => each.category === category && each.format === format)) {
				const used = Math.min(remaining, part.amount)
				part.amount -= used
				remaining -= used
			}
		}
	return parts
}

/**
 * Returns the credits of a year that also count in the next cycle.
 * @param requirements of the next cycle. Credits that meet them are taken first.
 */
export function alsoNext(
	own: readonly CreditFacts[],
	carried: readonly CreditFacts[],
	most: number,
	requirements: readonly Requirement[],
): CreditFacts[] {
	const parts = partsOf(own, carried)
	const result: CreditFacts[] = []
	let remaining = most
	const take = (need: number, isWanted: (part: Part) => boolean) => {
		let missing = need
		for (const part of parts.filter(isWanted)) {
			const amount = Math.min(remaining, missing, part.amount)
			if (amount === 0) continue
			const { category, amount: _, ...rest } = part
			result.push({ ...rest, id: `also-${result.length}`, credits: { [category]: amount }, age: 1 })
			part.amount -= amount
			missing -= amount
			remaining -= amount
		}
	}
	for (const { from, credits = 0 } of requirements)
		if (from) take(credits, ({ category }) => from.some((each) => each.category === category))
	take(remaining, () => true)
	return result
}
