import { formatDayTime } from '#src/lib/dates/dates.ts'
import { isolate } from '#src/lib/direction.ts'
import { site } from '#src/lib/site/site.ts'
import { inviter } from '#src/lib/site/unnamed-admin.ts'
import { type Block, firstSteps, footnote, greeting, text } from '#src/platform/mail/compose.ts'
import { defineMail } from '#src/platform/mail/mail.ts'
import type { InvitationTexts } from '../invitation-contract.ts'
import { isLinkGood } from './link-state.ts'

export const passwordChanged = defineMail({
	name: 'password-changed',
	title: 'Password changed',
	write: ({ name, at }: { name: string; at: number }, link, canReply) => [
		'Your password was changed',
		[
			greeting(name),
			text(
				`The password of your account was changed on ${formatDayTime(at, { zone: 'utc' })} UTC. You were signed out everywhere else.`,
			),
			text(
				`If this was you, you do not need to do anything. If not, set a new password now${canReply ? ' and reply to this email' : ''}.`,
			),
			{ kind: 'button', label: 'Set a new password', href: link('/forgot-password') },
		],
	],
})

/** Sent by an admin to an existing account. */
export const passwordLink = defineMail({
	name: 'password-link',
	title: 'Password link from an admin',
	isCurrent: isLinkGood,
	write: ({ name, by, token }: { name: string; by: string; token: string }, link) => [
		'Set a new password',
		[
			greeting(name),
			text(
				`${isolate(inviter(by, site().name))} sent you this link to set a new password for your account at ${site().name}. It works once, for one day.`,
			),
			{ kind: 'button', label: 'Set a new password', href: link(`/reset-password#${token}`) },
			footnote('If you do not want a new password, you can ignore this email. Your password has not changed.'),
		],
	],
})

interface Invitation {
	name: string
	by: string
	/** Role of the account; `user` by default. */
	role?: 'admin' | 'user'
	/** The club's text at the time; for an empty field, the default below is used. */
	words?: InvitationTexts
	isReminder?: boolean
}

function invitationText({ name, by, role, words, isReminder = false }: Invitation, href: string): [string, Block[]] {
	const club = site().name
	const subject = words?.subject || `Your invitation to ${club}`
	return [
		isReminder ? `Reminder: ${subject}` : subject,
		[
			greeting(name),
			...(isReminder ? [text('You have not joined yet, so here is your invitation again.')] : []),
			text(words?.opening || `${isolate(inviter(by, club))} invites you to join ${club}. ${site().description}`),
			...(words?.closing ? [text(words.closing)] : []),
			...(role === 'admin' ? [text('You join as an admin: you help run the club and can see its members’ data.')] : []),
			text('Choose a password to join. This link works once, for seven days.'),
			{ kind: 'button', label: 'Accept the invitation', href },
			footnote(
				'After that, choose “Forgot password?” on the sign-in page to get a new one. If you do not want to join, you can ignore this email.',
			),
		],
	]
}

export const invitation = defineMail({
	name: 'invitation',
	title: 'Invitation',
	isCurrent: isLinkGood,
	write: ({ token, ...given }: Invitation & { token: string }, link) =>
		invitationText(given, link(`/reset-password#${token}`)),
})

/** A test that admins send to themselves before inviting the people of a list. */
export const invitationTest = defineMail({
	name: 'invitation-test',
	title: 'Test of the invitation',
	write: (given: Invitation, link) => {
		const [subject, blocks] = invitationText(given, link('/auth'))
		return [
			subject,
			[...blocks, footnote('This is a test. In a real invitation, the button opens a page to choose a password.')],
		]
	},
})

/** Sent to people who accepted an invitation. */
export const welcome = defineMail({
	name: 'welcome',
	title: 'Welcome',
	write: ({ name }: { name: string }, link) => [
		`Welcome to ${site().name}`,
		[
			greeting(name),
			text('You have joined. From now on, sign in with this email address and your password.'),
			{ kind: 'button', label: 'Open the club', href: link('/dashboard') },
			...firstSteps(link),
		],
	],
})

export type SignInBlock = 'deactivated' | 'leaving' | 'pending' | 'rejected'

const signInBlockText: Record<SignInBlock, (club: string) => string> = {
	deactivated: (club) =>
		`You asked for a new password. Your account at ${club} is deactivated, so we cannot send you a link. Only an admin can reactivate it.`,
	leaving: (club) =>
		`You asked for a new password. You left ${club}, and your account will be erased. To come back, use the link in our email about it; then ask for a new password again.`,
	pending: (club) =>
		`You asked for a new password. Your application to ${club} is still under review. You can set a password once it is approved.`,
	rejected: (club) =>
		`You asked for a new password. Your application to ${club} was not approved, so you cannot sign in.`,
}

/** Explains to the owner of a barred account why there is no reset link. The screen never reveals it. */
export const noPasswordReset = defineMail({
	name: 'no-password-reset',
	title: 'Password link refused',
	isUnverified: true,
	write: ({ name, barred }: { name: string; barred: SignInBlock }, link, canReply) => [
		'About your new password',
		[
			greeting(name),
			text(signInBlockText[barred](site().name)),
			...(canReply ? [text('If you have questions, reply to this email.')] : []),
			...(site().contact === '' ? [] : [{ kind: 'link', label: 'Contact us', href: link('/contact') } as const]),
			footnote('If you did not ask for a new password, you can ignore this email.'),
		],
	],
})

export const passwordReset = defineMail({
	name: 'password-reset',
	title: 'Password link',
	isCurrent: isLinkGood,
	write: ({ name, token, isUnasked }: { name: string; token: string; isUnasked?: boolean }, link) => [
		'Set a new password',
		[
			greeting(name),
			text(
				isUnasked
					? 'You told us that someone else used your account. You are signed out everywhere, and your password no longer works. Choose a new password with this link, which works once, for one day.'
					: 'You asked for a new password. This link works once, for one hour.',
			),
			// In the fragment, which keeps the token out of server logs and referrers.
			{ kind: 'button', label: 'Set a new password', href: link(`/reset-password#${token}`) },
			...(isUnasked
				? []
				: [footnote('If you did not ask for this, you can ignore this email. Your password has not changed.')]),
		],
	],
})

interface SignedIn {
	name: string
	/** Browser and operating system. */
	device: string
	at: number
	token: string
}

export const newDevice = defineMail({
	name: 'new-device',
	title: 'Sign-in from a new device',
	write: ({ name, device, at, token }: SignedIn, link) => [
		'New sign-in to your account',
		[
			greeting(name),
			text(
				`Your account was used on ${formatDayTime(at, { zone: 'utc' })} UTC in a browser that we have not seen before: ${device}.`,
			),
			text('If this was you, you do not need to do anything.'),
			{ kind: 'button', label: 'This was not me', href: link(`/not-me#${token}`) },
			footnote(
				'The button signs out all devices, disables the password, and sends you a link to choose a new one. You can see where you are signed in under Your Account.',
			),
		],
	],
})
