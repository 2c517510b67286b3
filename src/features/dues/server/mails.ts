import { site } from '#src/lib/site/site.ts'
import { text } from '#src/platform/mail/compose.ts'
import { defineMail } from '#src/platform/mail/mail.ts'

const MEMBERSHIP_PAGE = '/account/membership'

export const priceChanged = defineMail({
	name: 'dues-price',
	title: 'New price of a plan',
	write: ({ before, after }: { before: string; after: string }, link) => [
		`The price of your membership changes to ${after}`,
		[
			text(`The price of your plan at ${site().name} changes from ${before} to ${after}.`),
			text('The new price holds from your next renewal. What you have paid stays as it is.'),
			{ kind: 'button', label: 'View your membership', href: link(MEMBERSHIP_PAGE) },
		],
	],
})
