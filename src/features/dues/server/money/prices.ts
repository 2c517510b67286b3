import { formatMoney } from '#src/lib/dues/money.ts'

/**
 * A line of an invoice. `code` is the coupon, `credit` marks an amount paid earlier. Voiding the invoice returns both.
 */
export interface Line {
	text: string
	amountCents: number
	planId?: string | undefined
	code?: string | undefined
	credit?: true | undefined
}

export interface Reduction {
	code: string
	percent: number | null
	amountCents: number | null
}

interface PriceInput {
	/** Name of the plan. */
	text: string
	planId: string
	/** Price of a whole period: the plan's or a kept price. */
	amountCents: number
	currency: string
	/** Months in the plan's period, and months to pay for. */
	planMonths: number
	months: number
	coupon: Reduction | null
	/** Overpaid amount; negative if owed from earlier, for example after a bounced check. */
	creditCents: number
}

/** Returns the prorated price of these months, rounded to the nearest cent. */
export const proportion = (amountCents: number, months: number, planMonths: number): number =>
	Math.round((amountCents * months) / planMonths)

/** Returns the reduction by a coupon: at most the whole price. */
export const reductionOf = (priceCents: number, { percent, amountCents }: Omit<Reduction, 'code'>): number =>
	Math.min(priceCents, percent === null ? (amountCents ?? 0) : Math.round((priceCents * percent) / 100))

/** Returns the line for an amount paid or owed from earlier; none if it is 0. */
export const creditLines = (usedCents: number): Line[] =>
	usedCents === 0
		? []
		: [
				{
					text: usedCents > 0 ? 'Paid earlier' : 'Owed from an earlier period',
					amountCents: -usedCents,
					credit: true,
				},
			]

/** Returns the lines of an invoice, and their sum, which is never negative. */
export function priceLines(input: PriceInput): { lines: Line[]; totalCents: number; creditUsedCents: number } {
	const { text, planId, amountCents, currency, planMonths, months, coupon, creditCents } = input
	const price = proportion(amountCents, months, planMonths)
	const discount = coupon ? reductionOf(price, coupon) : 0
	const creditUsedCents = Math.min(creditCents, price - discount)
	const part =
		months === planMonths ? '' : `, ${months} of ${planMonths} months at ${formatMoney(amountCents, currency)}`
	const lines: Line[] = [{ text: `${text}${part}`, amountCents: price, planId }]
	if (coupon && discount > 0) lines.push({ text: `Coupon ${coupon.code}`, amountCents: -discount, code: coupon.code })
	lines.push(...creditLines(creditUsedCents))
	return { lines, totalCents: price - discount - creditUsedCents, creditUsedCents }
}
