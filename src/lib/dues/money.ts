// Formats and parses amounts of money. Stored amounts are integer cents.

const formatters = new Map<string, Intl.NumberFormat>()

function formatterOf(currency: string, isShort: boolean): Intl.NumberFormat {
	const key = `${currency} ${isShort}`
	const cached = formatters.get(key)
	if (cached) return cached
	const formatter = new Intl.NumberFormat('en-US', {
		style: 'currency',
		currency,
		...(isShort ? { trailingZeroDisplay: 'stripIfInteger' } : {}),
	} as Intl.NumberFormatOptions)
	formatters.set(key, formatter)
	return formatter
}

/** Formats an amount: `$1,200.00`. */
export const formatMoney = (cents: number, currency: string): string => formatterOf(currency, false).format(cents / 100)

const LENGTHS: Readonly<Record<number, string>> = {
	1: 'a month',
	3: 'every 3 months',
	6: 'every 6 months',
	12: 'a year',
}

/** Returns the billing period in words: `a month`. */
export const periodText = (months: number): string => LENGTHS[months] ?? `every ${months} months`

/** Returns the price of a plan without needless zeros: `$49 a month`. */
export const priceText = (plan: { amountCents: number; currency: string; months: number }): string =>
	`${formatterOf(plan.currency, true).format(plan.amountCents / 100)} ${periodText(plan.months)}`

const AMOUNT = /^(?:[$€£]|[A-Z]{2}\$)?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/

/** Parses a typed amount such as `49` or `$1,200.50`; NaN for anything else. */
export function centsIn(text: string): number {
	const [, whole, decimals = ''] = AMOUNT.exec(text.trim()) ?? []
	return whole === undefined ? Number.NaN : Number(whole.replaceAll(',', '')) * 100 + Number(decimals.padEnd(2, '0'))
}

/** Returns an amount as text for a field: `49.00`. */
export const centsText = (cents: number): string => (cents / 100).toFixed(2)
