import { formatDayTime } from '#src/lib/dates/dates.ts'
import { isolate } from '#src/lib/direction.ts'
import { site } from '#src/lib/site/site.ts'
import { footnote, greeting, text } from '#src/platform/mail/compose.ts'
import { defineMail } from '#src/platform/mail/mail.ts'
import { isLinkGood } from './link-state.ts'

export const passwordChanged = defineMail({
	name: 'password-changed',
	title: 'Password changed',
	write: ({ name, at }: { name: string; at: number }, link, canAnswer) => [
		'Your password was changed',
		[
			greeting(name),
			text(
				`The password of your account was changed on ${formatDayTime(at, { zone: 'utc' })} UTC. You were signed out everywhere else.`,
			),
			text(
				`If that was you, there is nothing to do. If not, set a new password now${canAnswer ? ', and answer this mail' : ''}.`,
			),
			{ kind: 'button', label: 'Set a new password', href: link('/forgot-password') },
		],
	],
})

/** Sent by an admin to an existing account. */
export const passwordLink = defineMail({
	name: 'password-link',
	title: 'Link for a password, sent by an admin',
	isCurrent: isLinkGood,
	write: ({ name, by, token }: { name: string; by: string; token: string }, link) => [
		'Set a new password',
		[
			greeting(name),
			text(
				`${isolate(by)} sends you this link, by which you set a new password for your account at ${site().name}. It works once, for one day.`,
			),
			{ kind: 'button', label: 'Set a new password', href: link(`/reset-password#${token}`) },
			footnote('If you do not want another password, you need not do anything: yours stays as it is.'),
		],
	],
})

export const invitation = defineMail({
	name: 'invitation',
	title: 'Invitation',
	isCurrent: isLinkGood,
	write: ({ name, by, token }: { name: string; by: string; token: string }, link) => [
		`Your invitation to ${site().name}`,
		[
			greeting(name),
			text(`${isolate(by)} has prepared a membership for you at ${site().name}. ${site().description}`),
			text('Choose a password, and you are in. This link works once, for seven days.'),
			{ kind: 'button', label: 'Accept the invitation', href: link(`/reset-password#${token}`) },
			footnote(
				'After that, choose “Forgot password?” on the sign-in page and you get a new one. If you do not want to join, you need not do anything.',
			),
		],
	],
})

/** Why an existing account cannot sign in. */
export type Barred = 'deactivated' | 'pending' | 'rejected'

const barredText: Record<Barred, (club: string) => string> = {
	deactivated: (club) =>
		`You asked for a new password. Your account at ${club} is deactivated, so you cannot sign in and there is no link. Only an admin can activate it again.`,
	pending: (club) =>
		`You asked for a new password. Your application to ${club} is still being reviewed. You can set a password once it is approved.`,
	rejected: (club) =>
		`You asked for a new password. Your application to ${club} was not approved, so you cannot sign in.`,
}

/** Explains to the owner of a barred account why there is no reset link. The screen never reveals it. */
export const noPasswordReset = defineMail({
	name: 'no-password-reset',
	title: 'No link for a new password',
	isUnproven: true,
	write: ({ name, barred }: { name: string; barred: Barred }, link, canAnswer) => [
		'About your new password',
		[
			greeting(name),
			text(barredText[barred](site().name)),
			...(canAnswer ? [text('If you have questions, answer this mail.')] : []),
			...(site().contact === '' ? [] : [{ kind: 'link', label: 'How to reach us', href: link('/contact') } as const]),
			footnote('If you did not ask for a new password, you need not do anything.'),
		],
	],
})

export const passwordReset = defineMail({
	name: 'password-reset',
	title: 'Link for a new password',
	isCurrent: isLinkGood,
	write: ({ name, token }: { name: string; token: string }, link) => [
		'Set a new password',
		[
			greeting(name),
			text('You asked for a new password. This link works once, for one hour.'),
			// In the fragment, which keeps the token out of server logs and referrers.
			{ kind: 'button', label: 'Set a new password', href: link(`/reset-password#${token}`) },
			footnote('If you did not ask for it, you need not do anything: your password stays as it is.'),
		],
	],
})
