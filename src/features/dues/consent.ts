import { formatDay } from '#src/lib/dates/calendar-day.ts'
import { formatMoney, priceText } from '#src/lib/dues/money.ts'

/** The amounts and days of card charges. */
export interface Terms {
	/** Price of each period. */
	amountCents: number
	/** A shorter first period, charged today, and the first day of whole periods. */
	part: { cents: number; until: string } | undefined
	/** Day of the first charge; undefined means today. */
	firstOn: string | undefined
}

/**
 * Returns the text that a member agrees to before recurring card charges: who charges how much, from when, and how to
 * cancel. The text is shown next to the button, sent with the order, and stored.
 */
export function consentText(
	club: string,
	{ currency, months }: { currency: string; months: number },
	{ amountCents, part, firstOn }: Terms,
): string {
	const price = priceText({ amountCents, currency, months })
	const when = part
		? `${formatMoney(part.cents, currency)} today and ${price} from ${formatDay(part.until)} on`
		: `${price}, for the first time ${firstOn ? `on ${formatDay(firstOn)}` : 'today'}`
	return `I agree that ${club} charges my card ${when}, until I cancel. I can cancel at any time on my membership page.`
}
