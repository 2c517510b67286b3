import type { ApplicantAnswer } from '#src/features/auth/applicant-record.ts'
import { isolate } from '#src/lib/direction.ts'
import { signInPath } from '#src/lib/site/routes.ts'
import { site } from '#src/lib/site/site.ts'
import { type Block, firstSteps, footnote, greeting, text } from '#src/platform/mail/compose.ts'
import { defineMail } from '#src/platform/mail/mail.ts'

interface Applicant {
	name: string
	email: string
	phoneNumber: string
	firmName?: string | undefined
	practiceAreas?: string | undefined
	yearsOfExperience?: string | undefined
	membershipGoals: string
	answers?: readonly ApplicantAnswer[]
}

export const applicationReceived = defineMail({
	name: 'application-received',
	title: 'Application received',
	isUnverified: true,
	write: ({ name, token }: { name: string; token?: string }, link, canReply) => [
		'We received your application',
		[
			greeting(name),
			text(`Thank you for applying to ${site().name}. We read every application and email you our decision.`),
			...(token === undefined
				? [text('You do not need to do anything until then.')]
				: ([
						text('Please confirm that this address is yours. The link works once, for 48 hours.'),
						{ kind: 'button', label: 'Confirm this address', href: link(`/email-confirmation#${token}`) },
					] as const)),
			// The address is not verified: only its owner can report an application made in the owner's name.
			footnote(
				canReply
					? 'You did not apply? Please reply to this email so that nobody joins in your name.'
					: 'You did not apply? Someone entered your address by mistake, and you can ignore this email. If the application is approved, you get a link to set the password.',
			),
		],
	],
})

export const applicationToReview = defineMail({
	name: 'application-to-review',
	title: 'New application',
	write: (data: Applicant, link) => [
		'A new membership application',
		[
			text(`${isolate(data.name)} would like to join.`),
			{
				kind: 'facts',
				facts: [
					['Name', data.name],
					['Email', data.email],
					['Phone', data.phoneNumber],
					['Firm', data.firmName || 'N/A'],
					['Practice areas', data.practiceAreas || 'N/A'],
					['Experience', data.yearsOfExperience ? `${data.yearsOfExperience} years` : 'N/A'],
					['Looking for', data.membershipGoals],
					...(data.answers ?? []).map(({ label, value }) => [label, value || 'N/A'] as const),
				],
			},
			// Via the sign-in page: a direct link would send a signed-out admin to the home page.
			{ kind: 'button', label: 'Review applications', href: link(signInPath('/admin/applications')) },
		],
	],
})

interface Decision {
	name: string
	/** Text that the admin added, and the admin's name. */
	message?: string
	by?: string
}

/** Returns an admin's text as a quote; nothing if there is no text. */
const quoted = (by: string | undefined, text: string | undefined): Block[] =>
	text ? [{ kind: 'quote', by: `${isolate(by ?? site().name)} writes`, text }] : []

export const applicationQuestion = defineMail({
	name: 'application-question',
	title: 'Question to an applicant',
	write: ({ name, by, question }: { name: string; by: string; question: string }, _link, canReply) => [
		'A question about your application',
		[
			greeting(name),
			text(`We have read your application to ${site().name} and would like to know more before we decide.`),
			...quoted(by, question),
			text(`${canReply ? 'Please reply to this email. ' : ''}Your application stays pending.`),
			footnote('If you did not apply, you can ignore this email.'),
		],
	],
})

export const applicationApproved = defineMail({
	name: 'application-approved',
	title: 'Application approved',
	// The applicant chose the password; only the owner of the address gets this link.
	write: ({ name, token, message, by, pays }: Decision & { token?: string; pays?: boolean }, link) => [
		`Welcome to ${site().name}`,
		[
			greeting(name),
			text(
				'Your application is approved and your account is active. Sign in with the email address and password from your application.',
			),
			...quoted(by, message),
			{ kind: 'button', label: 'Sign in', href: link('/auth') },
			...(pays
				? [text('Everything for members opens with your first payment. Your membership page says how to pay.')]
				: firstSteps(link)),
			footnote(
				'You did not apply, or forgot that password? Set a new one. The old one stops working and anyone signed in with it is signed out.',
			),
			{
				kind: 'link',
				label: token ? 'Set a new password (works once, for seven days)' : 'Set a new password',
				href: link(token ? `/reset-password#${token}` : '/forgot-password'),
			},
		],
	],
})

export const applicationRejected = defineMail({
	name: 'application-rejected',
	title: 'Application rejected',
	write: ({ name, message, by }: Decision, _link, canReply) => [
		'About your application',
		[
			greeting(name),
			text(
				`Thank you for your interest in ${site().name}. We have read your application and cannot offer you a membership at this time.`,
			),
			...quoted(by, message),
			...(canReply ? [text('If you think we missed something, reply to this email.')] : []),
		],
	],
})

export const addressKnown = defineMail({
	name: 'address-known',
	title: 'Already known',
	write: ({ name, standing }: { name: string; standing: 'member' | 'pending' | 'other' }, link, canReply) =>
		standing === 'member'
			? [
					'You are already a member',
					[
						greeting(name),
						text(
							`Someone applied to ${site().name} with your email address. You already have an account, so nothing has changed.`,
						),
						{ kind: 'button', label: 'Sign in', href: link('/auth') },
						footnote(
							'If you forgot your password, choose “Forgot password?” on that page. If you did not apply, you can ignore this email.',
						),
					],
				]
			: [
					'We already have your application',
					[
						greeting(name),
						text(
							standing === 'pending'
								? `Someone applied to ${site().name} with your email address again. Your first application is still under review and has not changed.`
								: `Someone applied to ${site().name} with your email address. We already know this address, so we did not create a new application.${canReply ? ' Reply to this email if you have questions.' : ''}`,
						),
						footnote('If you did not apply, you can ignore this email.'),
					],
				],
})
