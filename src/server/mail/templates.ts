import { formatDayTime } from '#src/lib/dates.ts'
import { site } from '#src/lib/site.ts'
import { type Block, type Composed, compose, greeting } from './compose.ts'

/** What each mail is made from. It waits in the outbox as JSON, and is forgotten once the mail was sent. */
export interface MailData {
	'application-received': { name: string }
	'application-to-review': {
		name: string
		email: string
		phoneNumber: string
		firmName?: string | undefined
		practiceAreas?: string | undefined
		yearsOfExperience?: string | undefined
		membershipGoals: string
	}
	'application-approved': { name: string }
	'application-rejected': { name: string }
	'address-known': { name: string; standing: 'member' | 'pending' | 'other' }
	'account-created': { name: string; email: string; password: string }
	'password-changed': { name: string; at: number }
	'password-reset': { name: string; token: string }
}
export type MailTemplate = keyof MailData

const text = (words: string): Block => ({ kind: 'text', text: words })
const note = (words: string): Block => ({ kind: 'note', text: words })

type Template<Name extends MailTemplate> = (
	data: MailData[Name],
	link: (path: string) => string,
) => readonly [subject: string, blocks: Block[]]

const templates: { [Name in MailTemplate]: Template<Name> } = {
	'application-received': ({ name }) => [
		'Your application is with us',
		[
			greeting(name),
			text(
				`Thank you for applying to ${site.name}. We read every application ourselves and write to you once it is decided.`,
			),
			text('There is nothing you need to do until then.'),
			// The address is not proved otherwise: only its owner can tell that somebody applies in their name.
			note('You did not apply? Please answer this mail, so that nobody becomes a member in your name.'),
		],
	],
	'application-to-review': (data, link) => [
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
			{ kind: 'button', label: 'Review applications', href: link('/admin/applications') },
		],
	],
	'application-approved': ({ name }, link) => [
		`Welcome to ${site.name}`,
		[
			greeting(name),
			text(
				'Your application is approved and your account is active. Sign in with the e-mail address and the password from your application.',
			),
			{ kind: 'button', label: 'Sign in', href: link('/auth') },
			note('If you no longer know your password, choose “Forgot password?” on that page.'),
		],
	],
	'application-rejected': ({ name }) => [
		'About your application',
		[
			greeting(name),
			text(
				`Thank you for your interest in ${site.name}. We have read your application and cannot offer you a membership at this time.`,
			),
			text('If you think we have missed something, answer this mail.'),
		],
	],
	'address-known': ({ name, standing }, link) =>
		standing === 'member'
			? [
					'You are a member already',
					[
						greeting(name),
						text(
							`Somebody applied to ${site.name} with your e-mail address. You have an account already, so nothing has changed.`,
						),
						{ kind: 'button', label: 'Sign in', href: link('/auth') },
						note(
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
								? `Somebody applied to ${site.name} with your e-mail address once more. Your first application is still being reviewed and stays as it is.`
								: `Somebody applied to ${site.name} with your e-mail address. We know this address from before, so no new application was made. Answer this mail if you have questions.`,
						),
						note('If it was not you who applied, you need not do anything.'),
					],
				],
	'account-created': ({ name, email, password }, link) => [
		`Your account at ${site.name}`,
		[
			greeting(name),
			text('We have set up an account for you. This is how you sign in the first time:'),
			{
				kind: 'facts',
				facts: [
					['Email', email],
					['Password', password],
				],
			},
			{ kind: 'button', label: 'Sign in', href: link('/auth') },
			text(
				'Please change the password after you have signed in. You find “Change Password” in the menu under your initial.',
			),
		],
	],
	'password-changed': ({ name, at }, link) => [
		'Your password was changed',
		[
			greeting(name),
			text(
				`The password of your account was changed on ${formatDayTime(at, { zone: 'utc' })} UTC. You were signed out everywhere else.`,
			),
			text('If that was you, there is nothing to do. If not, set a new password now and write to us.'),
			{ kind: 'button', label: 'Set a new password', href: link('/forgot-password') },
		],
	],
	'password-reset': ({ name, token }, link) => [
		'Set a new password',
		[
			greeting(name),
			text('You asked for a new password. This link works once, for one hour.'),
			// Behind the #, so that the token is in no server's log and in no referrer.
			{ kind: 'button', label: 'Set a new password', href: link(`/reset-password#${token}`) },
			note('If you did not ask for it, you need not do anything: your password stays as it is.'),
		],
	],
}

/** A mail, ready to be sent. Links lead to `publicUrl`. */
export function renderMail<Name extends MailTemplate>(
	template: Name,
	data: MailData[Name],
	publicUrl: string,
): Composed {
	const render = templates[template] as Template<Name> | undefined
	if (!render) throw new Error(`There is no mail ${template}`)
	const [subject, blocks] = render(data, (path) => publicUrl + path)
	return compose(subject, blocks, publicUrl)
}

export const mailTemplates = Object.keys(templates) as MailTemplate[]
