import { formatDay } from '#src/lib/dates/calendar-day.ts'
import { priceText } from '#src/lib/dues/money.ts'

/**
 * Returns the words that a member agrees to before a card is charged again and again: who charges how much, from when,
 * and how it ends. They are shown beside the button, sent with the order and stored.
 * @param firstCharge day of the first charge; undefined: now.
 */
export const consentText = (
	club: string,
	plan: { amountCents: number; currency: string; months: number },
	firstCharge: string | undefined,
): string =>
	`I agree that ${club} charges my card ${priceText(plan)}, for the first time ${firstCharge ? `on ${formatDay(firstCharge)}` : 'today'}, until I cancel. I can cancel at any time on my membership page.`
