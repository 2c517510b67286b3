import { formatDayTime } from '#src/lib/dates.ts'
import { greeting, note, text } from '#src/platform/mail/compose.ts'
import { defineMail } from '#src/platform/mail/mail.ts'

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

export const passwordReset = defineMail({
	name: 'password-reset',
	title: 'Link for a new password',
	write: ({ name, token }: { name: string; token: string }, link) => [
		'Set a new password',
		[
			greeting(name),
			text('You asked for a new password. This link works once, for one hour.'),
			// Behind the #, so that the token is in no server's log and in no referrer.
			{ kind: 'button', label: 'Set a new password', href: link(`/reset-password#${token}`) },
			note('If you did not ask for it, you need not do anything: your password stays as it is.'),
		],
	],
})
