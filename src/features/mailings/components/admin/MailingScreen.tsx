import { Badge } from '#src/components/ui/Badge.tsx'
import { PageHead } from '#src/components/ui/lists/PageHead.tsx'
import { useQuery } from '#src/lib/api/query.ts'
import { getMailingQuery } from '../../admin-queries.ts'
import type { MailingChoices } from '../../choices.ts'
import type { FailedRecipient, Mailing } from '../../contract.ts'
import { stateLabels } from '../../mailing-text.ts'
import { DraftForm } from './DraftForm.tsx'
import { MailingProgress } from './MailingProgress.tsx'

export interface MailingScreenProps {
	initial: Mailing
	failed: FailedRecipient[]
	choices: MailingChoices
	user: { id: string; email: string }
	/** From the settings; empty for the zone of this browser. */
	clubZone: string
}

const lines: Readonly<Record<Mailing['state'], string>> = {
	draft: 'A draft. Nothing is sent before you say so.',
	scheduled:
		'It leaves by itself when its time comes. Until then it can be taken off the schedule, and is a draft again.',
	sending: 'It leaves one by one. Mails that somebody waits for, such as a link for a password, never wait behind it.',
	stopped: 'It was stopped before everybody had it. Nobody who had it gets it again.',
	sent: 'Everybody who was to get it had their turn.',
	cancelled: 'It was called back: those who had it have it, and it goes to nobody else.',
}

/** A mailing: a draft to edit, or its progress. */
export function MailingScreen({ initial, failed, choices, user, clubZone }: MailingScreenProps) {
	const known = useQuery(getMailingQuery(initial.id, false), { initial })
	const isMoving = known.data.state === 'sending' || known.data.state === 'scheduled'
	const { data: mailing } = useQuery(getMailingQuery(initial.id, isMoving), { initial })
	const [label, tone] = stateLabels[mailing.state]
	return (
		<>
			<PageHead
				title={mailing.subject || 'A new mail'}
				line={lines[mailing.state]}
				back={{ href: '/admin/mailings', label: 'Back to Mail to Members' }}
				badges={<Badge tone={tone}>{label}</Badge>}
			/>
			{mailing.state === 'draft' ? (
				<DraftForm key={mailing.id} mailing={mailing} choices={choices} user={user} clubZone={clubZone} />
			) : (
				<MailingProgress mailing={mailing} failed={failed} clubZone={clubZone} />
			)}
		</>
	)
}
