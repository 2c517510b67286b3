import { formatDayTime } from '#src/lib/dates/dates.ts'
import { isolate } from '#src/lib/direction.ts'
import { site } from '#src/lib/site/site.ts'
import { inviter } from '#src/lib/site/unnamed-admin.ts'
import { greeting, text } from '#src/platform/mail/compose.ts'
import { defineMail } from '#src/platform/mail/mail.ts'
import { findReset } from './reset-link.ts'

export type Event = 'app-added' | 'app-removed' | 'passkey-added' | 'passkey-removed' | 'recovery' | 'copied' | 'reset'

const events: Readonly<Record<Event, readonly [subject: string, text: string]>> = {
	'app-added': ['An authenticator app was added', 'Signing in now asks for a code from your authenticator app.'],
	'app-removed': ['Your authenticator app was removed', 'Signing in no longer asks for a code from your app.'],
	'passkey-added': ['A passkey was added', 'You can now sign in to your account with the passkey'],
	'passkey-removed': ['A passkey was removed', 'You can no longer sign in to your account with the passkey'],
	recovery: ['A recovery code was used', 'Someone signed in to your account with one of your recovery codes.'],
	copied: ['A passkey was refused', 'It may have been copied, so we did not accept it. Remove it, and add a new one:'],
	reset: [
		'Your second factor was removed',
		'Signing in asks for your password only. Please set up a second factor again.',
	],
}

/** Sent after each change of a second factor, so that its owner notices changes by others. */
export const securityChanged = defineMail({
	name: 'security-changed',
	title: 'Second factor changed',
	write: (
		{ name, event, passkey, at }: { name: string; event: Event; passkey: string; at: number },
		link,
		canReply,
	) => {
		const [subject, what] = events[event]
		return [
			subject,
			[
				greeting(name),
				text(
					`${what}${passkey ? ` “${isolate(passkey)}”.` : ''} This happened on ${formatDayTime(at, { zone: 'utc' })} UTC.`,
				),
				text(
					`If this was you, you do not need to do anything. If not, set a new password now${canReply ? ' and reply to this email' : ''}.${event.endsWith('-added') ? ` Then ask an admin of ${site().name} to remove what was added: it keeps working with a new password.` : ''}`,
				),
				{ kind: 'button', label: 'Set a new password', href: link('/forgot-password') },
			],
		]
	},
})

interface ResetRequested {
	name: string
	by: string
	token: string
}

/** Notifies the owner of a requested reset. They have a day to stop it. */
export const factorResetRequested = defineMail({
	name: 'factor-reset-requested',
	title: 'Reset of a second factor requested',
	isCurrent: async ({ token }: ResetRequested) => (await findReset(token)) !== undefined,
	write: ({ name, by, token }: ResetRequested, link) => [
		'Your second factor will be removed',
		[
			greeting(name),
			text(
				`${isolate(inviter(by, site().name))} asked us to remove the second factor of your account at ${site().name}, saying that you lost it. This happens 24 hours after this email. After that, you sign in with your password only and set up a new one.`,
			),
			text('If you did not ask for this, stop it now: someone may be trying to get into your account.'),
			{ kind: 'button', label: 'Stop the reset', href: link(`/stop-reset#${token}`) },
		],
	],
})
