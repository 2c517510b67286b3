import { formatDayTime } from '#src/lib/dates/dates.ts'
import { isolate } from '#src/lib/direction.ts'
import { site } from '#src/lib/site/site.ts'
import { footnote, greeting, text } from '#src/platform/mail/compose.ts'
import { defineMail } from '#src/platform/mail/mail.ts'
import { CONFIRM_HOURS, UNDO_DAYS } from '../address-contract.ts'

interface LinkData {
	name: string
	token: string
}

// The token is in the fragment, which stays out of server logs and referrers.
const linkPath = (token: string) => `/email-confirmation#${token}`

export const addressConfirmation = defineMail({
	name: 'address-confirmation',
	title: 'Confirm the email address',
	isUnverified: true,
	write: ({ name, token }: LinkData, link) => [
		'Confirm your email address',
		[
			greeting(name),
			text(`Please confirm that this address belongs to you. The link works once, for ${CONFIRM_HOURS} hours.`),
			{ kind: 'button', label: 'Confirm this address', href: link(linkPath(token)) },
			footnote(`If you have no account at ${site().name}, you can ignore this email.`),
		],
	],
})

/** Sent to the new address. The account's address only changes once the link is used. */
export const addressChange = defineMail({
	name: 'address-change',
	title: 'Confirm a new email address',
	isUnverified: true,
	write: ({ name, token }: LinkData, link) => [
		'Confirm your new email address',
		[
			greeting(name),
			text(
				`You asked to use this address for your account at ${site().name}. The link works once, for ${CONFIRM_HOURS} hours. Until you open it, your account keeps its old address.`,
			),
			{ kind: 'button', label: 'Use this address', href: link(linkPath(token)) },
			footnote('If you did not ask for this, you can ignore this email. Nothing has changed.'),
		],
	],
})

/** Sent to an address that another account has. The person who requested the change never finds out. */
export const addressTaken = defineMail({
	name: 'address-taken',
	title: 'Email address already in use',
	isUnverified: true,
	write: (_data: Record<never, never>, link) => [
		'This address already has an account',
		[
			text('Hello,'),
			text(
				`Someone asked to use this address for an account at ${site().name}, but it already has an account here. Nothing has changed.`,
			),
			{ kind: 'button', label: 'Sign in', href: link('/auth') },
			footnote('If that was not you, you can ignore this email.'),
		],
	],
})

/** Sent to the former address. */
export const addressChanged = defineMail({
	name: 'address-changed',
	title: 'Email address changed',
	write: ({ name, email, token, at }: LinkData & { email: string; at: number }, link) => [
		'Your email address was changed',
		[
			greeting(name),
			text(
				`The email address of your account at ${site().name} was changed to ${isolate(email)} on ${formatDayTime(at, { zone: 'utc' })} UTC. You now sign in with that address, and our emails go there.`,
			),
			text(
				`If this was not you, undo the change. That restores this address, signs out all devices, disables the password and sends you a link to choose a new one. The link works for ${UNDO_DAYS} days.`,
			),
			{ kind: 'button', label: 'Undo the change', href: link(linkPath(token)) },
		],
	],
})
