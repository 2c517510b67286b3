import { Badge } from '#src/components/ui/Badge.tsx'
import { PageHead } from '#src/components/ui/lists/PageHead.tsx'
import { useQuery } from '#src/lib/api/query.ts'
import { getMailingQuery } from '../../admin-queries.ts'
import type { MailingChoices } from '../../choices.ts'
import type { FailedRecipient, Mailing } from '../../contract.ts'
import { stateLabels } from '../../mailing-text.ts'
import { DraftForm } from './DraftForm.tsx'
import { MailingProgress } from './MailingProgress.tsx'

type Props = {
	initial: Mailing
	failed: FailedRecipient[]
	choices: MailingChoices
	user: { id: string; email: string }
	/** From the settings; empty for the zone of this browser. */
	clubZone: string
}

const lines: Readonly<Record<Mailing['state'], string>> = {
	draft: 'A draft. Nothing is sent until you choose Send.',
	scheduled: 'This email goes out at the scheduled time. Unschedule it to edit the draft.',
	sending: 'Emails go out one by one. Password links and other urgent emails go first.',
	stopped: 'Sending stopped before everyone got this email. No one gets it twice.',
	sent: 'This email has been sent to all recipients.',
	cancelled: 'Sending was cancelled. No one else gets this email.',
}

export function MailingScreen({ initial, failed, choices, user, clubZone }: Props) {
	const { data: mailing } = useQuery(getMailingQuery(initial.id), { initial })
	const [label, tone] = stateLabels[mailing.state]
	return (
		<>
			<PageHead
				title={mailing.subject || 'New email'}
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
