import { useState } from 'react'
import { Badge } from '#src/components/ui/Badge.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { ConfirmDelete } from '#src/components/ui/dialogs/ConfirmDelete.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { type Column, RowLead } from '#src/components/ui/lists/DataTable.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { ListTable } from '#src/components/ui/lists/ListTable.tsx'
import { PageHead } from '#src/components/ui/lists/PageHead.tsx'
import { RowMenu } from '#src/components/ui/lists/RowMenu.tsx'
import { useList } from '#src/lib/api/query-list.ts'
import type { Page } from '#src/lib/site/page.ts'
import { deleteMailingMutation, listMailingsQuery } from '../../admin-queries.ts'
import type { MailingChoices } from '../../choices.ts'
import type { MailingRow, StartAudience } from '../../contract.ts'
import { audienceText, progressText, stateLabels } from '../../mailing-text.ts'
import { StartDialog } from './StartDialog.tsx'

const nameOf = ({ subject }: MailingRow) => subject || 'No subject'

/** Returns the most relevant time for the state of a mailing. */
const whenOf = ({ state, sendAt, startedAt, endedAt, updatedAt }: MailingRow) => {
	if (state === 'scheduled') return sendAt ?? updatedAt
	return endedAt ?? startedAt ?? updatedAt
}

const columns: readonly Column<MailingRow>[] = [
	{
		label: 'Subject',
		breaks: true,
		cell: (mailing) => <RowLead href={`/admin/mailings/${mailing.id}`}>{nameOf(mailing)}</RowLead>,
	},
	{ label: 'To', breaks: true, cell: audienceText },
	{
		label: 'State',
		cell({ state }) {
			const [label, tone] = stateLabels[state]
			return <Badge tone={tone}>{label}</Badge>
		},
	},
	{ label: 'Progress', cell: (mailing) => progressText(mailing) || 'Not sent' },
	{
		label: 'When',
		isNarrow: true,
		cell: (mailing) => <LocalTime when={whenOf(mailing)} />,
	},
]

type Props = {
	initial: Page<MailingRow>
	choices: MailingChoices
	/** Opens the start dialog with this audience, when another screen links here. */
	audience?: StartAudience | undefined
}

export function MailingsAdmin({ initial, choices, audience }: Props) {
	const query = useList(listMailingsQuery, { initial })
	const [isStarting, setStarting] = useState(audience !== undefined)
	const [deleting, setDeleting] = useState<MailingRow>()
	const write = <Button onClick={() => setStarting(true)}>Write an email</Button>
	return (
		<>
			<PageHead
				title="Mail to Members"
				line="Email all members or those in a course. See drafts, scheduled and sent emails."
			>
				{query.items.length > 0 && write}
			</PageHead>
			<ListTable
				list={query}
				failed="The emails could not be loaded"
				empty={
					<EmptyState title="No emails yet" action={write}>
						Announce a new course, a moved session or other news. Members who turned off news emails get none.
					</EmptyState>
				}
				caption="Emails to members, newest first"
				columns={columns}
				keyOf={({ id }) => id}
				actions={(mailing) =>
					mailing.state === 'draft' && (
						<RowMenu
							of={nameOf(mailing)}
							actions={[{ label: 'Delete draft', isDanger: true, onSelect: () => setDeleting(mailing) }]}
						/>
					)
				}
			/>
			{isStarting && <StartDialog choices={choices} audience={audience} onClose={() => setStarting(false)} />}
			{deleting && (
				<ConfirmDelete
					title="Delete this draft?"
					text={`“${nameOf(deleting)}” was never sent. This cannot be undone.`}
					mutation={deleteMailingMutation(deleting.id)}
					onDeleted={() => setDeleting(undefined)}
					onClose={() => setDeleting(undefined)}
				/>
			)}
		</>
	)
}
