import { site } from '#src/lib/site/site.ts'
import { footnote, greeting, text } from '#src/platform/mail/compose.ts'
import { defineMail } from '#src/platform/mail/mail.ts'

export const proofMail = defineMail({
	name: 'mail-proof',
	title: 'Proof that mail arrives',
	write: ({ name, token }: { name: string; token: string }, link) => [
		`Do mails of ${site().name} arrive?`,
		[
			greeting(name),
			text('You asked for this mail under First steps. Press the button, and the club knows that its mails arrive.'),
			{ kind: 'button', label: 'Yes, it arrived', href: link(`/auth?next=/admin%3Farrived%3D${token}`) },
			footnote('It works for an admin who is signed in, or signs in then, within seven days.'),
		],
	],
})
