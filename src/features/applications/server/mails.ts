import { signInPath } from '#src/lib/site/routes.ts'
import { site } from '#src/lib/site/site.ts'
import { footnote, greeting, text } from '#src/platform/mail/compose.ts'
import { defineMail } from '#src/platform/mail/mail.ts'

interface Applicant {
	name: string
	email: string
	phoneNumber: string
	firmName?: string | undefined
	practiceAreas?: string | undefined
	yearsOfExperience?: string | undefined
	membershipGoals: string
}

export const applicationReceived = defineMail({
	name: 'application-received',
	title: 'Application received',
	isUnproven: true,
	write: ({ name }: { name: string }, _link, canAnswer) => [
		'Your application is with us',
		[
			greeting(name),
			text(
				`Thank you for applying to ${site().name}. We read every application ourselves and write to you once it is decided.`,
			),
			text('There is nothing you need to do until then.'),
			// The address is not verified: only its owner can report an application in their name.
			footnote(
				canAnswer
					? 'You did not apply? Please answer this mail, so that nobody becomes a member in your name.'
					: 'You did not apply? Then somebody gave us your address in place of their own, and you need not do anything. Should it be approved, you get a link by which you set its password.',
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
			text(`${data.name} would like to join.`),
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
				],
			},
			// Links to the sign-in, which redirects a signed-in admin. The guard would send others to the home page.
			{ kind: 'button', label: 'Review applications', href: link(signInPath('/admin/applications')) },
		],
	],
})

export const applicationApproved = defineMail({
	name: 'application-approved',
	title: 'Application approved',
	// The applicant chose the password; only the owner of the address gets this link.
	write: ({ name, token }: { name: string; token?: string }, link) => [
		`Welcome to ${site().name}`,
		[
			greeting(name),
			text(
				'Your application is approved and your account is active. Sign in with the e-mail address and the password from your application.',
			),
			{ kind: 'button', label: 'Sign in', href: link('/auth') },
			footnote(
				'You did not apply yourself, or no longer know that password? Set another one: whoever signed in with the first is signed out, and it works no more.',
			),
			{
				kind: 'link',
				label: token ? 'Set another password (works once, for seven days)' : 'Set another password',
				href: link(token ? `/reset-password#${token}` : '/forgot-password'),
			},
		],
	],
})

export const applicationRejected = defineMail({
	name: 'application-rejected',
	title: 'Application rejected',
	write: ({ name }: { name: string }, _link, canAnswer) => [
		'About your application',
		[
			greeting(name),
			text(
				`Thank you for your interest in ${site().name}. We have read your application and cannot offer you a membership at this time.`,
			),
			...(canAnswer ? [text('If you think we have missed something, answer this mail.')] : []),
		],
	],
})

export const addressKnown = defineMail({
	name: 'address-known',
	title: 'Address known',
	write: ({ name, standing }: { name: string; standing: 'member' | 'pending' | 'other' }, link, canAnswer) =>
		standing === 'member'
			? [
					'You are a member already',
					[
						greeting(name),
						text(
							`Somebody applied to ${site().name} with your e-mail address. You have an account already, so nothing has changed.`,
						),
						{ kind: 'button', label: 'Sign in', href: link('/auth') },
						footnote(
							'If you forgot your password, choose “Forgot password?” on that page. If it was not you who applied, you need not do anything.',
						),
					],
				]
			: [
					'We have your application already',
					[
						greeting(name),
						text(
							standing === 'pending'
								? `Somebody applied to ${site().name} with your e-mail address once more. Your first application is still being reviewed and stays as it is.`
								: `Somebody applied to ${site().name} with your e-mail address. We know this address from before, so no new application was made.${canAnswer ? ' Answer this mail if you have questions.' : ''}`,
						),
						footnote('If it was not you who applied, you need not do anything.'),
					],
				],
})
