import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Alert } from '#src/components/ui/Alert.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { EmailText } from '#src/components/ui/EmailText.tsx'
import { EmptyState } from '#src/components/ui/EmptyState.tsx'
import { LoadMore } from '#src/components/ui/LoadMore.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { messageOf } from '#src/lib/errors.ts'
import type { Page } from '#src/lib/page.ts'
import { queryClient } from '#src/lib/query-client.ts'
import type { UnsentMail } from '../../contract.ts'
import { mailName } from '../../names.ts'
import { resendMutation, unsentMailQuery } from '../../queries.ts'

const sections = {
	dead: { title: 'Given up', empty: 'No mail was given up' },
	waiting: { title: 'Waiting', empty: 'No mail is waiting' },
} as const

/** Mails that have not gone out. */
export function MailAdmin({ initial }: { initial: Record<UnsentMail['state'], Page<UnsentMail>> }) {
	return (
		<div className="grid gap-12">
			<MailList state="dead" initial={initial.dead} />
			<MailList state="waiting" initial={initial.waiting} />
		</div>
	)
}

function MailList({ state, initial }: { state: UnsentMail['state']; initial: Page<UnsentMail> }) {
	const query = useInfiniteQuery(
		{ ...unsentMailQuery(state), initialData: { pages: [initial], pageParams: [undefined] } },
		queryClient,
	)
	const mails = query.data.pages.flatMap((page) => page.items)
	const { title, empty } = sections[state]
	return (
		<section aria-labelledby={`mail-${state}`}>
			<h2 id={`mail-${state}`} className="mb-4 text-title">
				{title}
			</h2>
			{query.error && <Alert>{messageOf(query.error, 'The mails could not be loaded')}</Alert>}
			<div className="card">{mails.length === 0 ? <EmptyState title={empty} /> : <MailTable mails={mails} />}</div>
			{mails.length > 0 && (
				<LoadMore
					shown={mails.length}
					total={query.data.pages[0]?.total ?? 0}
					hasMore={query.hasNextPage}
					loading={query.isFetchingNextPage}
					onMore={() => void query.fetchNextPage()}
				/>
			)}
		</section>
	)
}

function MailTable({ mails }: { mails: UnsentMail[] }) {
	const resend = useMutation(resendMutation, queryClient)
	return (
		<table className="table table-stack">
			<thead>
				<tr>
					<th scope="col">To</th>
					<th scope="col">Mail</th>
					<th scope="col">Written</th>
					<th scope="col">Tries</th>
					<th scope="col">What went wrong</th>
					<th scope="col">Actions</th>
				</tr>
			</thead>
			<tbody>
				{mails.map((mail) => (
					<tr key={mail.id}>
						<td data-label="To" className="breaks">
							<EmailText email={mail.to} />
						</td>
						<td data-label="Mail">{mailName(mail.template)}</td>
						<td data-label="Written">
							<span>
								<LocalTime when={mail.createdAt} />
							</span>
						</td>
						<td data-label="Tries">{mail.attempts}</td>
						<td data-label="Went wrong" className="breaks">
							{mail.lastError ?? 'Nothing so far'}
						</td>
						<td className="table-actions">
							<div>
								<Button
									variant="line"
									className="btn-small"
									aria-label={`Send again to ${mail.to}`}
									loading={resend.isPending && resend.variables === mail.id}
									onClick={() => resend.mutate(mail.id)}
								>
									Send again
								</Button>
							</div>
						</td>
					</tr>
				))}
			</tbody>
		</table>
	)
}
