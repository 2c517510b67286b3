import { site } from '#src/lib/site/site.ts'
import { footnote, greeting, text } from '#src/platform/mail/compose.ts'
import { defineMail } from '#src/platform/mail/mail.ts'

export const proofMail = defineMail({
	name: 'mail-proof',
	title: 'Email delivery test',
	write: ({ name, token }: { name: string; token: string }, link) => [
		`Test email from ${site().name}`,
		[
			greeting(name),
			text('You asked for this email under First steps. Click the button to confirm that it arrived.'),
			{ kind: 'button', label: 'Confirm delivery', href: link(`/auth?next=/admin%3Farrived%3D${token}`) },
			footnote('The button works for seven days, for admins only.'),
		],
	],
})
