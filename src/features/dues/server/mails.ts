import { addDays, formatDay } from '#src/lib/dates/calendar-day.ts'
import { site } from '#src/lib/site/site.ts'
import { type Block, greeting, text } from '#src/platform/mail/compose.ts'
import { defineMail } from '#src/platform/mail/mail.ts'
import type { NoticeKind } from './notices/notice-kinds.ts'

const MEMBERSHIP_PAGE = '/account/membership'
/** A page that redirects to the invoice, whose number is known only after the payment is written. */
const receiptPage = (paymentId: string) => `${MEMBERSHIP_PAGE}/receipts/${paymentId}`

const CANCEL = 'To end your membership instead, press “Cancel membership” on your membership page before it renews.'

export const priceChanged = defineMail({
	name: 'dues-price',
	title: 'New price of a plan',
	/**
	 * Prices include the period, such as `$49 a month`. `keptUntil` is the last day on which cards are charged the old
	 * price.
	 */
	write: ({ before, after, keptUntil }: { before: string; after: string; keptUntil?: string }, link) => [
		`The price of your membership changes to ${after}`,
		[
			text(`The price of your plan at ${site().name} changes from ${before} to ${after}.`),
			text(
				keptUntil
					? `The new price applies to renewals after ${formatDay(keptUntil)}. Until then your card is charged as before.`
					: 'The new price applies from your next renewal. Past payments and open invoices do not change.',
			),
			text(CANCEL),
			{ kind: 'button', label: 'View your membership', href: link(MEMBERSHIP_PAGE) },
		],
	],
})

interface NoticeData {
	kind: NoticeKind
	/** Last covered day. */
	day: string
	name: string
	/** How the day is covered; `nothing` before the first payment. */
	covered: 'paid' | 'trial' | 'complimentary' | 'nothing'
	/** Amount of the next payment; absent if the member has no plan. */
	amount?: string
	/** Last day of the grace period, while it runs. */
	payBy?: string
	/** Members' content is closed. */
	isOver: boolean
	byCard: boolean
	instructions: string
}

function subjectOf({ kind, day, covered, amount, byCard, isOver, payBy }: NoticeData): string {
	if (kind === 'renewal') return `Your membership renews on ${formatDay(addDays(day, 1))}`
	if (kind === 'trialEnd') return `Your trial ends on ${formatDay(day)}`
	// The three notices before the end have different subjects, because email clients group equal ones.
	const asksForPayment = covered === 'paid' && amount !== undefined
	if (kind === 'before7' && asksForPayment) return `Your payment is due by ${formatDay(day)}`
	if (kind === 'onDay' && asksForPayment && !payBy) return 'Your payment is due today'
	if (kind === 'after14' && payBy) return 'Your membership lapses after today'
	if (kind.startsWith('before') || (kind === 'onDay' && covered !== 'nothing' && !payBy && !isOver))
		return `${COVERED[covered]} until ${formatDay(day)}`
	if (covered === 'nothing') return 'Your first payment is due'
	if (isOver) return 'Your membership has lapsed'
	return byCard ? 'We could not charge your card' : 'Your payment is due'
}

const COVERED = {
	paid: 'Your membership is paid',
	trial: 'Your trial lasts',
	complimentary: 'Your membership is free of dues',
	nothing: 'Your membership begins',
} as const

/** Returns the sentence that states how long the membership is covered: in the past tense during the grace period. */
function stateOf({ day, covered, payBy }: NoticeData): string {
	const club = site().name
	const until = `until ${formatDay(day)}.`
	if (covered === 'trial') return `Your trial at ${club} ${payBy ? 'lasted' : 'lasts'} ${until}`
	const what = covered === 'paid' ? 'paid' : 'free of dues'
	return `Your membership at ${club} ${payBy ? 'was' : 'is'} ${what} ${until}`
}

/** Returns the sentences on the state of the membership and what to do. */
function sentencesOf(data: NoticeData): string[] {
	const { kind, day, covered, amount, payBy, isOver, byCard } = data
	const club = site().name
	const ofAmount = amount ? ` of ${amount}` : ''
	if (kind === 'renewal' || kind === 'trialEnd') {
		const what =
			kind === 'renewal'
				? `Your membership at ${club} renews`
				: `Your trial at ${club} ends on ${formatDay(day)}. Your membership begins`
		return [
			`${what} on ${formatDay(addDays(day, 1))}. Your card is charged${amount ? ` ${amount}` : ''} on that day.`,
			CANCEL,
		]
	}
	if (covered === 'nothing')
		return [`Your membership at ${club} begins with your first payment${ofAmount}. You get full access with it.`]
	const state = stateOf(data)
	if (!amount) return [state, 'Choose a plan on your membership page to stay a member.']
	if (isOver)
		return [
			`Your membership at ${club} has lapsed. It was ${covered === 'trial' ? 'a trial' : covered} until ${formatDay(day)}.`,
			`You keep your account, your data and your progress. A payment${ofAmount} gives you full access again.`,
		]
	if (payBy)
		return [
			byCard
				? `We could not charge your card${amount ? ` ${amount}` : ''}. ${state}`
				: `${state} The next payment${ofAmount} has not arrived.`,
			`Please pay by ${formatDay(payBy)}. After that day you can only use your account.`,
		]
	return [state, `The next payment${ofAmount} is due by then.`]
}

export const duesNotice = defineMail({
	name: 'dues-notice',
	title: 'Notice about dues',
	write: (data: NoticeData, link) => [
		subjectOf(data),
		[
			greeting(data.name),
			...sentencesOf(data).map(text),
			...(data.instructions ? [{ kind: 'note', text: data.instructions } as const satisfies Block] : []),
			{ kind: 'button', label: 'View your membership', href: link(MEMBERSHIP_PAGE) },
		],
	],
})

interface ReceiptData {
	name: string
	paymentId: string
	amount: string
	/** Day of the payment. */
	day: string
	/** Last paid day; absent while part of the invoice is open. */
	paidUntil?: string
	/** Credit for the next period. */
	credit?: string
}

export const paymentReceived = defineMail({
	name: 'dues-receipt',
	title: 'Receipt of a payment',
	write: ({ name, paymentId, amount, day, paidUntil, credit }: ReceiptData, link) => [
		`We received your payment of ${amount}`,
		[
			greeting(name),
			text(`Thank you for your payment of ${amount} to ${site().name} on ${formatDay(day)}.`),
			text(
				paidUntil
					? `Your membership is paid until ${formatDay(paidUntil)}.`
					: 'Part of the invoice is still unpaid. Your membership page shows how much.',
			),
			...(credit ? [text(`${credit} of it is credit for the next period.`)] : []),
			{ kind: 'button', label: 'View the invoice', href: link(receiptPage(paymentId)) },
		],
	],
})
