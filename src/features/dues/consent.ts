import { formatDay } from '#src/lib/dates/calendar-day.ts'
import { formatMoney, priceText } from '#src/lib/dues/money.ts'

/** What a card is charged. */
export interface Terms {
	/** Price of each period. */
	amountCents: number
	/** A shorter first period, charged today, and the day on which whole ones begin. */
	part: { cents: number; until: string } | undefined
	/** Day of the first charge; undefined: today. */
	firstOn: string | undefined
}

/**
 * Returns the words that a member agrees to before a card is charged again and again: who charges how much, from when,
 * and how it ends. They are shown next to the button, sent with the order and stored.
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
