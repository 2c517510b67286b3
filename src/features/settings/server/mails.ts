import { site } from '#src/lib/site/site.ts'
import { footnote, greeting, text } from '#src/platform/mail/compose.ts'
import { defineMail } from '#src/platform/mail/mail.ts'

export const testMail = defineMail({
	name: 'test-mail',
	title: 'Test mail',
	write: ({ name }: { name: string }, link, canAnswer) => [
		`A test mail from ${site().name}`,
		[
			greeting(name),
			text('You asked for this mail on the settings screen. It has arrived, so mails leave your club.'),
			text('This is how members see your name, your colors and your tagline.'),
			{ kind: 'button', label: 'Back to the settings', href: link('/admin/settings') },
			footnote(
				canAnswer
					? 'Answer this mail to see where answers go.'
					: 'Answers to mails go nowhere yet: enter an address for them under Mail on the settings screen.',
			),
		],
	],
})
