import { formatDayTime } from '#src/lib/dates/dates.ts'
import { site } from '#src/lib/site/site.ts'
import { greeting, text } from '#src/platform/mail/compose.ts'
import { defineMail } from '#src/platform/mail/mail.ts'

export const accountLeaving = defineMail({
	name: 'account-leaving',
	title: 'Member left',
	write: ({ name, until, token }: { name: string; until: number; token: string }, link) => [
		`You left ${site().name}`,
		[
			greeting(name),
			text(
				`You are signed out everywhere, and your account will be erased on ${formatDayTime(until, { zone: 'utc' })} UTC. You do not need to do anything.`,
			),
			text('Until then you can undo this, and everything will be as it was. If it was not you who left, undo it.'),
			// The token is in the fragment, which keeps it out of server logs and referrers.
			{ kind: 'button', label: 'Undo', href: link(`/leave-undo#${token}`) },
		],
	],
})
