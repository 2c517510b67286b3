import { site } from '#src/lib/site/site.ts'
import { firstSteps, footnote, greeting, text } from '#src/platform/mail/compose.ts'
import { defineMail } from '#src/platform/mail/mail.ts'

export const accountDeactivated = defineMail({
	name: 'account-deactivated',
	title: 'Account deactivated',
	write: ({ name }: { name: string }, _link, canReply) => [
		'Your account was deactivated',
		[
			greeting(name),
			text(
				`Your account at ${site().name} was deactivated by an administrator. You are signed out everywhere and cannot sign in. Your posts remain.`,
			),
			...(canReply ? [text('If you think this is a mistake, reply to this email.')] : []),
		],
	],
})

export const accountSuspended = defineMail({
	name: 'account-suspended',
	title: 'Account suspended',
	write: ({ name, until, reason }: { name: string; until: string; reason: string }, _link, canReply) => [
		'Your account is suspended',
		[
			greeting(name),
			text(
				`An administrator of ${site().name} suspended your account until ${until}. Until then you cannot sign in. Your posts remain, and you do not need to do anything to come back.`,
			),
			text(`The reason: ${reason}`),
			...(canReply ? [text('If you think this is a mistake, reply to this email.')] : []),
		],
	],
})

export const accountReactivated = defineMail({
	name: 'account-reactivated',
	title: 'Account activated',
	write: ({ name }: { name: string }, link) => [
		'Your account is active',
		[
			greeting(name),
			text(`An administrator of ${site().name} activated your account. Sign in with the same password as before.`),
			{ kind: 'button', label: 'Sign in', href: link('/auth') },
			footnote('If you forgot your password, choose “Forgot password?” on that page.'),
		],
	],
})

interface Created {
	name: string
	email: string
	/** Only for members. */
	password?: string
	/** Token of a link to choose a password. Only for admins. */
	token?: string
}

export const accountCreated = defineMail({
	name: 'account-created',
	title: 'Account created',
	write: ({ name, email, password, token }: Created, link) => [
		`Your account at ${site().name}`,
		[
			greeting(name),
			...(token === undefined
				? ([
						text('We have set up an account for you. Sign in for the first time with:'),
						{
							kind: 'facts',
							facts: [
								['Email', email],
								['Password', password ?? ''],
							],
						},
						{ kind: 'button', label: 'Sign in', href: link('/auth') },
						text('Please change the password after you sign in. “Change Password” is in the menu under your initial.'),
					] as const)
				: ([
						text(
							`We have set up an admin account for you. Choose a password, then sign in with it and ${email}. This link works once, for seven days.`,
						),
						{ kind: 'button', label: 'Choose a password', href: link(`/reset-password#${token}`) },
						text('After that, choose “Forgot password?” on the sign-in page to get a new link.'),
					] as const)),
			...firstSteps(link),
		],
	],
})
