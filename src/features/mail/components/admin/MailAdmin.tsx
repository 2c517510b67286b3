import { EmailText } from '#src/components/ui/EmailText.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import type { Column } from '#src/components/ui/lists/DataTable.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { ListTable } from '#src/components/ui/lists/ListTable.tsx'
import { RowButton } from '#src/components/ui/lists/RowButton.tsx'
import { useMutation } from '#src/lib/api/query.ts'
import { useList } from '#src/lib/api/query-list.ts'
import type { Page } from '#src/lib/site/page.ts'
import type { UnsentMail } from '../../contract.ts'
import { listUnsentMailQuery, resendMailMutation } from '../../queries.ts'

const sections = {
	dead: { title: 'Undelivered', empty: 'No undelivered emails' },
	waiting: { title: 'Waiting', empty: 'No emails are waiting' },
} as const

interface MailAdminProps {
	initial: Record<UnsentMail['state'], Page<UnsentMail>>
	isMailOff: boolean
}

export function MailAdmin({ initial, isMailOff }: MailAdminProps) {
	return (
		<div className="grid gap-8">
			<MailList state="dead" initial={initial.dead} canSend={!isMailOff} />
			<MailList state="waiting" initial={initial.waiting} canSend={!isMailOff} />
		</div>
	)
}

interface MailListProps {
	state: UnsentMail['state']
	initial: Page<UnsentMail>
	canSend: boolean
}

function MailList({ state, initial, canSend }: MailListProps) {
	const query = useList(listUnsentMailQuery(state), { initial })
	const resend = useMutation(resendMailMutation)
	const { title, empty } = sections[state]
	return (
		<section aria-labelledby={`mail-${state}`}>
			<h2 id={`mail-${state}`} className="mb-3 text-subtitle">
				{title}
			</h2>
			<ListTable
				list={query}
				failed="The emails could not be loaded"
				empty={<EmptyState title={empty} />}
				caption={`${title} emails`}
				columns={columns}
				keyOf={({ id }) => id}
				{...(canSend && {
					actions: (mail: UnsentMail) => (
						<RowButton
							of={`to ${mail.to}`}
							loading={resend.isPending && resend.variables === mail.id}
							onClick={() => resend.mutate(mail.id)}
						>
							Send again
						</RowButton>
					),
				})}
			/>
		</section>
	)
}

const columns: readonly Column<UnsentMail>[] = [
	{ label: 'To', breaks: true, cell: ({ to }) => <EmailText email={to} /> },
	{ label: 'Email', cell: ({ title }) => title },
	{
		label: 'Written',
		isNarrow: true,
		cell: ({ createdAt }) => <LocalTime when={createdAt} />,
	},
	{ label: 'Attempts', isNumeric: true, cell: ({ attempts }) => attempts },
	{
		label: 'Error',
		breaks: true,
		cell: ({ lastError }) => lastError ?? 'None so far',
	},
]
