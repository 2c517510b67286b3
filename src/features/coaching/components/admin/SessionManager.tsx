import { useId, useState } from 'react'
import { Badge } from '#src/components/ui/Badge.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { type Column, DataTable, RowLead } from '#src/components/ui/lists/DataTable.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { PageHead } from '#src/components/ui/lists/PageHead.tsx'
import { RowButton } from '#src/components/ui/lists/RowButton.tsx'
import { type RowAction, RowMenu } from '#src/components/ui/lists/RowMenu.tsx'
import { Spinner } from '#src/components/ui/Spinner.tsx'
import { refresh, useMutation, useQuery } from '#src/lib/api/query.ts'
import { useUrlFilters } from '#src/lib/lists/address-filters.ts'
import { formatNumber } from '#src/lib/text/format-number.ts'
import { createMailingOfSessionMutation } from '../../admin-queries.ts'
import { getSession, type Session } from '../../contract.ts'
import { getSessionQuery, isPast, listSessionsQuery } from '../../queries.ts'
import { SessionTime } from '../SessionTime.tsx'
import { useNow } from '../use-now.ts'
import { DeleteSession } from './DeleteSession.tsx'
import { countFollowing, positionInSeries } from './SeriesFields.tsx'
import { type MailStart, SessionDialog } from './SessionDialog.tsx'
import { inOrder, nextOrder, orderText, type SessionOrder } from './session-order.ts'

function Topics({ id }: { id: string }) {
	const { data, error } = useQuery(getSessionQuery(id))
	if (error) return <FetchError title="Failed to fetch topics" error={error} />
	if (!data)
		return (
			<p className="flex items-center gap-2 text-muted" role="status">
				<Spinner /> Loading topics
			</p>
		)
	if (data.topics.length === 0) return <p className="text-muted">No topics submitted yet</p>
	return (
		<ul className="border-t border-rule">
			{data.topics.map((topic) => (
				<li key={topic.id} className="border-b border-rule py-3 last:border-b-0 last:pb-0">
					<p className="post">{topic.topic}</p>
					<p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted">
						{topic.user.name}
						{topic.isEdited && <Badge>Edited</Badge>}
					</p>
				</li>
			))}
		</ul>
	)
}

type CellProps = { session: Session; place: ReturnType<typeof positionInSeries>; onEdit: () => void }

const SessionCell = ({ session, place, onEdit }: CellProps) => (
	<span>
		<RowLead onOpen={onEdit}>{session.title}</RowLead>
		{place && <span className="table-line">{`Series, ${place.number} of ${place.of}`}</span>}
		{session.description && <span className="table-line">{session.description}</span>}
		<a
			className="link block w-fit py-1 text-small break-all"
			href={session.zoomLink}
			target="_blank"
			rel="noopener noreferrer"
		>
			{session.zoomLink}
			<span className="sr-only"> (opens in a new tab)</span>
		</a>
	</span>
)

const columnsOf = (
	sessions: readonly Session[],
	now: number,
	onEdit: (session: Session) => void,
): Column<Session>[] => [
	{
		label: 'Session',
		sort: 'session',
		breaks: true,
		cell: (session) => (
			<SessionCell session={session} place={positionInSeries(session, sessions)} onEdit={() => onEdit(session)} />
		),
	},
	{
		label: 'When',
		isLong: true,
		sort: 'when',
		cell: (session) => (
			<span>
				<SessionTime when={session.scheduledAt} zone={session.timeZone} />
				{isPast(session, now) && (
					<span className="mt-1 block">
						<Badge>Past</Badge>
					</span>
				)}
			</span>
		),
	},
	{
		label: 'Topics',
		sort: 'topics',
		isNarrow: true,
		cell: ({ topicCount }) => (topicCount ? formatNumber(topicCount) : 'None'),
	},
]

type TableProps = {
	sessions: Session[]
	now: number
	order: SessionOrder
	onOrder: (order: SessionOrder) => void
	onEdit: (session: Session) => void
	onDelete: (session: Session) => void
	onDuplicate: (session: Session) => void
	onMail: (start: MailStart) => void
}

const moreActions = (
	session: Session,
	now: number,
	{ onDuplicate, onMail }: Pick<TableProps, 'onDuplicate' | 'onMail'>,
): RowAction[] => [
	{ label: 'Duplicate', onSelect: () => onDuplicate(session) },
	...(isPast(session, now)
		? []
		: [{ label: 'Tell members by email', onSelect: () => onMail({ start: 'session', subjectId: session.id }) }]),
]

function SessionTable({ sessions, now, order, onOrder, onEdit, onDelete, ...more }: TableProps) {
	const [expandedIds, setExpandedIds] = useState<ReadonlySet<string>>(new Set())
	const id = useId()
	const topicsId = (session: Session) => `${id}-${session.id}`
	function toggle({ id }: Session): void {
		const next = new Set(expandedIds)
		// Refetch each time it is expanded: members can change topics until the session begins.
		if (!next.delete(id)) {
			next.add(id)
			void refresh([[getSession, { id }]])
		}
		setExpandedIds(next)
	}
	const actionsOf = (session: Session) => {
		const isOpen = expandedIds.has(session.id)
		return (
			<>
				<Button
					variant="line"
					className="btn-small"
					aria-expanded={isOpen}
					aria-controls={isOpen ? topicsId(session) : undefined}
					onClick={() => toggle(session)}
				>
					{isOpen ? 'Hide Topics' : 'View Submitted Topics'}
				</Button>
				<RowButton of={session.title} onClick={() => onEdit(session)}>
					Edit
				</RowButton>
				<RowButton of={session.title} onClick={() => onDelete(session)}>
					Delete
				</RowButton>
				<RowMenu of={session.title} actions={moreActions(session, now, more)} />
			</>
		)
	}
	return (
		<DataTable
			caption={`Coaching sessions, ${orderText(order)}`}
			columns={columnsOf(sessions, now, onEdit)}
			rows={inOrder(sessions, order, now)}
			keyOf={({ id }) => id}
			sorting={{ by: order.sort, isDescending: order.order === 'desc' }}
			onSort={(sorting) => onOrder(nextOrder(order, sorting))}
			actions={actionsOf}
			detail={(session) =>
				expandedIds.has(session.id) && (
					<section id={topicsId(session)} aria-label={`Topics of ${session.title}`}>
						<Topics id={session.id} />
					</section>
				)
			}
		/>
	)
}

type Open = { what: 'create' } | { what: 'edit' | 'delete' | 'duplicate'; session: Session }

/** The admin's view of the coaching sessions. `now` is when the server rendered the page, so hydration matches. */
type Props = {
	order: SessionOrder
	initial: Session[]
	now: number
	/** The time zone from the settings; empty means the browser's. */
	clubZone: string
}

export function SessionManager({ order: first, initial, now: renderedAt, clubZone }: Props) {
	const { filters: order, setFilters: setOrder } = useUrlFilters(first, { remember: '/admin/coaching' })
	const { data: sessions, error } = useQuery(listSessionsQuery, { initial })
	const now = useNow(sessions, renderedAt)
	const [open, setOpen] = useState<Open>()
	const mail = useMutation(createMailingOfSessionMutation)
	const close = () => setOpen(undefined)
	// The current version: another admin may change the session while the dialog is open.
	const edited = open?.what === 'edit' ? (sessions.find(({ id }) => id === open.session.id) ?? open.session) : undefined
	return (
		<>
			<PageHead title="Coaching Management" line="Coaching sessions and their topics.">
				<Button onClick={() => setOpen({ what: 'create' })}>Create Session</Button>
			</PageHead>
			{error && <FetchError title="Failed to fetch sessions" error={error} />}
			<div className="card">
				{sessions.length === 0 ? (
					<EmptyState
						title="No coaching sessions"
						action={<Button onClick={() => setOpen({ what: 'create' })}>Create Session</Button>}
					>
						Members see a session and can suggest topics as soon as you create it.
					</EmptyState>
				) : (
					<SessionTable
						sessions={sessions}
						now={now}
						order={order}
						onOrder={setOrder}
						onEdit={(session) => setOpen({ what: 'edit', session })}
						onDelete={(session) => setOpen({ what: 'delete', session })}
						onDuplicate={(session) => setOpen({ what: 'duplicate', session })}
						onMail={mail.mutate}
					/>
				)}
			</div>
			{open?.what === 'create' && <SessionDialog clubZone={clubZone} onMail={mail.mutate} onClose={close} />}
			{open?.what === 'duplicate' && <SessionDialog copyOf={open.session} onMail={mail.mutate} onClose={close} />}
			{edited && (
				<SessionDialog
					session={edited}
					following={countFollowing(edited, sessions)}
					onMail={mail.mutate}
					onClose={close}
				/>
			)}
			{open?.what === 'delete' && (
				<DeleteSession
					session={open.session}
					following={countFollowing(open.session, sessions)}
					onMail={mail.mutate}
					onClose={close}
				/>
			)}
		</>
	)
}
