import { site } from '#src/lib/site/site.ts'
import { footnote, greeting, text } from '#src/platform/mail/compose.ts'
import { defineMail } from '#src/platform/mail/mail.ts'

export const testMail = defineMail({
	name: 'test-mail',
	title: 'Test mail',
	write: ({ name }: { name: string }, link, canReply) => [
		`A test email from ${site().name}`,
		[
			greeting(name),
			text('You asked for this email on the settings screen. It arrived, so your club can send email.'),
			text('This is how members see your name, your colors and your tagline.'),
			{ kind: 'button', label: 'Back to the settings', href: link('/admin/settings/mail') },
			footnote(
				canReply
					? 'Reply to this email to see where replies go.'
					: 'Replies do not reach anyone yet. Enter an address for them under Mail on the settings screen.',
			),
		],
	],
})
