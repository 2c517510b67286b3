import { Button } from '#src/components/ui/Button.tsx'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { EmailText } from '#src/components/ui/EmailText.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { type Column, DataTable } from '#src/components/ui/lists/DataTable.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { LoadMore } from '#src/components/ui/lists/LoadMore.tsx'
import { messageOf } from '#src/lib/api/errors.ts'
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
	/** No mail server is set up, so no mail is sent. */
	isMailOff: boolean
}

/** Lists unsent mails. */
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
	const mails = query.items
	const { title, empty } = sections[state]
	return (
		<section aria-labelledby={`mail-${state}`}>
			<h2 id={`mail-${state}`} className="mb-3 text-subtitle">
				{title}
			</h2>
			{query.error && <Alert>{messageOf(query.error, 'The emails could not be loaded')}</Alert>}
			<div className="card">
				{mails.length === 0 ? (
					<EmptyState title={empty} />
				) : (
					<MailTable
						mails={mails}
						caption={title === 'Waiting' ? 'Waiting emails' : 'Undelivered emails'}
						canSend={canSend}
					/>
				)}
			</div>
			{mails.length > 0 && (
				<LoadMore
					shown={mails.length}
					total={query.total}
					hasMore={query.hasMore}
					loading={query.isLoadingMore}
					onMore={query.loadMore}
				/>
			)}
		</section>
	)
}

const columns: readonly Column<UnsentMail>[] = [
	{ label: 'To', breaks: true, cell: ({ to }) => <EmailText email={to} /> },
	{ label: 'Email', cell: ({ title }) => title },
	{
		label: 'Written',
		isNarrow: true,
		cell: ({ createdAt }) => (
			<span>
				<LocalTime when={createdAt} />
			</span>
		),
	},
	{ label: 'Attempts', isNumeric: true, cell: ({ attempts }) => attempts },
	{
		label: 'Error',
		breaks: true,
		cell: ({ lastError }) => lastError ?? 'None so far',
	},
]

function MailTable({ mails, caption, canSend }: { mails: UnsentMail[]; caption: string; canSend: boolean }) {
	const resend = useMutation(resendMailMutation)
	return (
		<DataTable
			caption={caption}
			columns={columns}
			rows={mails}
			keyOf={({ id }) => id}
			{...(canSend && {
				actions: (mail: UnsentMail) => (
					<Button
						variant="line"
						className="btn-small"
						aria-label={`Send again to ${mail.to}`}
						loading={resend.isPending && resend.variables === mail.id}
						onClick={() => resend.mutate(mail.id)}
					>
						Send again
					</Button>
				),
			})}
		/>
	)
}
